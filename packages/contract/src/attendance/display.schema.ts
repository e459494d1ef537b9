import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { IdSchema } from '../common/id.js';
import { requiredText } from '../common/text.js';

/** Wall displays of a laboratory, including those whose code has not been typed yet. */
export const MAX_DISPLAYS = 10;
/** How far ahead a display holds codes, in case it loses its network. */
export const DISPLAY_AHEAD_HOURS = 8;
/** How long a code of a display is shown, in seconds. */
export const CODE_WINDOW_SECONDS = 30;
const MAX_CODES = (DISPLAY_AHEAD_HOURS * 3_600) / CODE_WINDOW_SECONDS + 1;

/** A tablet on a wall of a laboratory that shows the code for clocking in. */
export const DisplaySchema = z.object({
  _id: IdSchema,
  name: z.string(),
  laboratoryId: IdSchema,
  /** `waiting` until its pairing code is typed, which has to happen before `expiresAt`. */
  state: z.enum(['waiting', 'paired']),
  expiresAt: InstantSchema.nullable(),
  /** The browser and the system of the tablet. */
  device: z.string().nullable(),
  createdBy: z.string(),
  createdAt: InstantSchema,
  pairedAt: InstantSchema.nullable(),
  /** When it last fetched codes, exact to a minute. */
  lastSeenAt: InstantSchema.nullable(),
});
export type Display = z.infer<typeof DisplaySchema>;

/** `code` is returned once and stored nowhere. */
export const DisplayPairingSchema = DisplaySchema.extend({ code: z.string() });
export type DisplayPairing = z.infer<typeof DisplayPairingSchema>;

export const CreateDisplayBody = z.object({
  name: requiredText('Name is required').max(60, 'Name must be at most 60 characters'),
  /** By default, the person's own laboratory. */
  laboratoryId: IdSchema.optional(),
});
export type CreateDisplayBody = z.infer<typeof CreateDisplayBody>;

/** The display chooses its token itself, so that a repeated request pairs it once. */
export const PairDisplayBody = z.object({
  /** As it is typed: hyphens, spaces and case do not matter. */
  code: z.string('Code is required').trim().min(1, 'Code is required').max(40, 'This code is too long'),
  /** 32 random bytes in base64url. Later requests of the display send it as their bearer token. */
  token: z.string().regex(/^[\w-]{43}$/, 'Must be 32 bytes in base64url'),
});
export type PairDisplayBody = z.infer<typeof PairDisplayBody>;

export const PairedDisplaySchema = z.object({
  name: z.string(),
  laboratory: z.object({ name: z.string(), timezone: z.string() }),
});
export type PairedDisplay = z.infer<typeof PairedDisplaySchema>;

export const DisplayCodesQuery = z.object({
  /** The first window that the display has no code of. */
  from: z.coerce.number<number>().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});

/** Codes of consecutive windows of {@link CODE_WINDOW_SECONDS}, from the present one on. */
export const DisplayCodesSchema = PairedDisplaySchema.extend({
  /** The time of the server, by which the display corrects its clock. */
  now: InstantSchema,
  /** The window of the first token. Window n begins n times {@link CODE_WINDOW_SECONDS} after 1970. */
  first: z.number().int(),
  tokens: z.array(z.string()).max(MAX_CODES),
});
export type DisplayCodes = z.infer<typeof DisplayCodesSchema>;
