import { z } from 'zod';
import { successOf } from '../common/envelope.js';
import { IdSchema } from '../common/id.js';
import { rehearsalOf } from '../common/rehearsal.js';
import { approvalRules } from './finance.policy.js';
import { TransactionFlagSchema, TransactionSummarySchema } from './transaction.schema.js';

const count = z.coerce.number<number>();

/** The policies of the laboratory as proposed; those that are left out stay as they are. */
export const TransactionRehearsalQuery = z.object({
  laboratoryId: IdSchema,
  approvalLimitPaise: count.pipe(approvalRules.approvalLimitPaise).optional(),
  backdatedAfterDays: count.pipe(approvalRules.backdatedAfterDays).optional(),
});
export type TransactionRehearsalQuery = z.infer<typeof TransactionRehearsalQuery>;

const RehearsedEntriesSchema = z.object({
  aboveLimit: z.number().int(),
  backDated: z.number().int(),
  /** Entries that need two approvals, one of them by a super admin. */
  twoApprovals: z.number().int(),
});
export type RehearsedEntries = z.infer<typeof RehearsedEntriesSchema>;

const RulingSchema = z.object({ flags: z.array(TransactionFlagSchema), approvals: z.literal([1, 2]) });

/** A row for each entry, newest first. Periods are of the days on which entries were entered; none is cancelled. */
export const TransactionRehearsalSchema = rehearsalOf(
  { entry: TransactionSummarySchema },
  RulingSchema,
  RehearsedEntriesSchema,
);
export type TransactionRehearsal = z.infer<typeof TransactionRehearsalSchema>;

export const transactionRehearsalRoute = {
  method: 'GET',
  path: '/transactions/rehearsal',
  summary: 'Preview other approval rules',
  description:
    'Determines the exceptions of a laboratory’s entries of the last 30 and 90 days again under the proposed rules, ' +
    'as of the day on which each entry was entered or last edited. Writes nothing.',
  query: TransactionRehearsalQuery,
  responses: { 200: successOf(TransactionRehearsalSchema) },
  errors: ['LABORATORY_NOT_FOUND'],
  metadata: { permission: 'laboratories.edit', scope: 'all', also: 'transactions.view' },
} as const;
