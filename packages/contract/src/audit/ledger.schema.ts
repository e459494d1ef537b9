import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { eventsTo } from '../common/event.js';
import { IdSchema } from '../common/id.js';
import { PageQuery } from '../common/page.js';

/** Records that are hash-chained, one chain for each laboratory. */
export const ledgerLabels = {
  money: 'Money',
  stock: 'Stock movements',
  attendance: 'Attendance edits',
  months: 'Closed months',
} as const;
export type LedgerName = keyof typeof ledgerLabels;
export const ledgerNames = Object.keys(ledgerLabels) as [LedgerName, ...LedgerName[]];
export const LedgerNameSchema = enumOf(ledgerNames);

const HashSchema = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

/** The latest link of a chain or of a document: `hash` depends on every link up to `seq`. */
export const LedgerSealSchema = z.object({ seq: count, hash: HashSchema, at: InstantSchema });
export type LedgerSeal = z.infer<typeof LedgerSealSchema>;

export const ledgerFaults = [
  'link_missing',
  'link_changed',
  'chain_rewritten',
  'document_changed',
  'document_missing',
  'document_without_link',
] as const;
export type LedgerFault = (typeof ledgerFaults)[number];

/** The first link that does not hold. */
export const BrokenLinkSchema = z.object({
  fault: enumOf(ledgerFaults),
  /** Null for a document that has none. */
  seq: count.nullable(),
  /** Of the link; null where it is missing. */
  at: InstantSchema.nullable(),
  /** Null where the link is missing, so that nothing says what it was about. */
  document: z.object({ _id: IdSchema, name: z.string(), path: z.string().nullable() }).nullable(),
  /** What was expected and what was found, in words. */
  expected: z.string(),
  found: z.string(),
  /** How many documents differ, this one included. */
  documents: count,
});
export type BrokenLink = z.infer<typeof BrokenLinkSchema>;

export const verificationStatuses = ['running', 'intact', 'broken', 'cancelled', 'failed'] as const;

export const VerificationSchema = z.object({
  status: enumOf(verificationStatuses),
  by: z.string(),
  startedAt: InstantSchema,
  finishedAt: InstantSchema.nullable(),
  /** Links and documents checked so far, of so many. */
  done: count,
  total: count,
  /** The links that existed when it started. */
  links: count,
  broken: BrokenLinkSchema.nullable(),
});
export type Verification = z.infer<typeof VerificationSchema>;

export const LedgerSchema = z.object({
  ledger: LedgerNameSchema,
  /** Null as long as nothing was recorded. */
  head: LedgerSealSchema.nullable(),
  /** The verification under way or, without one, the last one. */
  verification: VerificationSchema.nullable(),
});
export type Ledger = z.infer<typeof LedgerSchema>;

export const LaboratoryLedgersSchema = z.object({
  laboratory: z.object({ _id: IdSchema, name: z.string(), code: z.string() }),
  ledgers: z.array(LedgerSchema),
});
export type LaboratoryLedgers = z.infer<typeof LaboratoryLedgersSchema>;

export const LedgersQuery = PageQuery;

export const LedgerBody = z.object({ ledger: LedgerNameSchema, laboratoryId: IdSchema });
export type LedgerBody = z.infer<typeof LedgerBody>;

export const ledgerEvents = eventsTo(
  { permission: 'settings.audit' },
  {
    /** To everyone who may see the ledgers of the laboratory. */
    'ledger:progress': z.object({
      ledger: LedgerNameSchema,
      laboratoryId: IdSchema,
      status: enumOf(verificationStatuses),
      done: count,
      total: count,
      at: InstantSchema,
    }),
  },
);
