import { batched } from '../../../platform/batched';
import type { Migration } from '../../../platform/mongo/migrations';
import type { TransactionRow } from '../entry/entry.document';
import { groupsByParty, type PartyGroup, toPartyDelta } from './entry-totals';
import { toStatements } from './ledger-totals.repository';
import { type PartyTotalsRow, toPartyIncrements } from './party-totals.repository';

const AT_ONCE = 500;

/** Stores the totals of parties, one laboratory after another. A laboratory that was interrupted begins again. */
export const storePartyTotals: Migration = {
  id: '2026-11-29-store-party-totals',
  up: async (connection, signal) => {
    const entries = connection.collection<TransactionRow>('transactions');
    const totals = connection.collection<PartyTotalsRow>('finance-party-figures');
    for (const laboratoryId of await entries.distinct('laboratoryId')) {
      const groups = entries.aggregate<PartyGroup>([{ $match: { laboratoryId } }, ...groupsByParty]);
      const deltas = (await groups.toArray()).map(toPartyDelta(laboratoryId.toHexString()));
      await totals.deleteMany({ laboratoryId });
      for await (const batch of batched(toStatements(toPartyIncrements(deltas), new Date()), AT_ONCE)) {
        signal.throwIfAborted();
        await totals.bulkWrite(batch);
      }
    }
  },
};
