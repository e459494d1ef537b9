import { z } from 'zod';

/** A MongoDB ObjectId as 24 lower-case hexadecimal digits. */
export const IdSchema = z.string().regex(/^[0-9a-f]{24}$/, 'Must be an id of 24 hexadecimal digits');

/** Path parameters of every route on one document. */
export const IdParams = z.object({ id: IdSchema });

/** Increases by one with every write; a write names the version it was made on. */
export const VersionSchema = z.number('Version is required').int().min(1);
