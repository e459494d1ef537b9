import { z } from 'zod';

/** A MongoDB ObjectId as 24 lowercase hexadecimal digits. */
export const IdSchema = z.string().regex(/^[0-9a-f]{24}$/, 'Must be an id of 24 hexadecimal digits');

/** Path parameters of the routes that address a single document. */
export const IdParams = z.object({ id: IdSchema });

/** Increases by one with every write. A write states the version that it is based on. */
export const VersionSchema = z.number('Version is required').int().min(1);

/** The version that a change without a body is based on. */
export const VersionQuery = z.object({ version: z.coerce.number<number>().int().min(1).optional() });
