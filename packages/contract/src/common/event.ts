import { z } from 'zod';
import { InstantSchema } from './day.js';
import { IdSchema } from './id.js';
import type { Permission } from './permission.js';

/** Who changed a document, null for the system, and when; part of every event that names a version. */
export const changedBy = { by: z.object({ _id: IdSchema, name: z.string() }).nullable(), at: InstantSchema };

/** Who receives an event: holders of a permission for the laboratory that it concerns, other people, or both. */
export type Receivers = { permission?: Permission; people?: string };

type Declared<To, Payloads> = { [Event in keyof Payloads]: { payload: Payloads[Event]; receivers: To } };

/** Declares events of a feature with the people who receive them. */
export function eventsTo<const To extends Receivers, Payloads extends Record<string, z.ZodType>>(
  receivers: To,
  payloads: Payloads,
): Declared<To, Payloads> {
  const declared = Object.entries(payloads).map(([event, payload]) => [event, { payload, receivers }]);
  return Object.fromEntries(declared) as Declared<To, Payloads>;
}
