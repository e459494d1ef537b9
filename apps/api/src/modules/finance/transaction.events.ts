import { eventKind } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/http/actor';
import type { TransactionRow } from './transaction.document';

export type TransactionChange = { before: TransactionRow | null; after: TransactionRow };

/** What was done, to one entry or to many as one; the actor is null where the system acts by itself. */
export type TransactionsChanged = {
  actor: Actor | null;
  deed: 'created' | 'updated' | 'cancelled' | 'approved' | 'rejected' | 'reversed';
  changes: readonly TransactionChange[];
};

/**
 * Raised within the transaction of every write to an entry, none excepted: totals and party suggestions are kept by
 * it. `approved` stands for a first of two approvals as well; the status tells.
 */
export const transactionsChanged = eventKind<TransactionsChanged>('transactions.changed');
