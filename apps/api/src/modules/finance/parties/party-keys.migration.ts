import type { Migration } from '../../../platform/mongo/migrations';
import { renewFields } from '../../../platform/mongo/renew-fields';
import type { TransactionRow } from '../entry/entry.document';
import { toPartyKey } from '../entry/new-entry';
import { findLatest } from './parties';
import type { PartyRow } from './party.repository';

type Connection = Parameters<Migration['up']>[0];

/** Joins parties that only the number of spaces told apart, by their entries as they are now. */
export const joinPartiesBySpaces: Migration = {
  id: '2026-11-28-join-parties-by-spaces',
  up: async (connection, signal) => {
    await renewFields(connection, 'transactions', outdatedKeys(connection), signal);
    const parties = connection.collection<PartyRow>('parties');
    for await (const row of parties.find()) {
      signal.throwIfAborted();
      const { laboratoryId } = row;
      const partyKey = toPartyKey(row.partyKey);
      if (partyKey === row.partyKey) continue;
      const same = await parties.findOne({ laboratoryId, partyKey });
      const [income, expense] = [
        await countUses(connection, { laboratoryId, partyKey, type: 'income' }),
        await countUses(connection, { laboratoryId, partyKey, type: 'expense' }),
      ];
      const last = {
        income: findLatest([row.last.income, same?.last.income ?? null]),
        expense: findLatest([row.last.expense, same?.last.expense ?? null]),
      };
      const uses = { all: income + expense, income, expense };
      await parties.updateOne({ _id: (same ?? row)._id }, { $set: { partyKey, uses, last } });
      if (same) await parties.deleteMany({ _id: row._id });
    }
  },
};

async function* outdatedKeys(connection: Connection) {
  const entries = connection.collection<TransactionRow>('transactions');
  const named = entries.find({ party: { $ne: null } }, { projection: { party: 1, partyKey: 1 } });
  for await (const { _id, party, partyKey } of named) {
    const renewed = party === null ? null : toPartyKey(party);
    if (renewed !== partyKey) yield { _id, partyKey: renewed };
  }
}

/** As `Parties` counts them: not those that no one would repeat. */
function countUses(
  connection: Connection,
  filter: Pick<TransactionRow, 'laboratoryId' | 'partyKey' | 'type'>,
): Promise<number> {
  const repeated = { status: { $ne: 'cancelled' as const }, reversalOf: null };
  return connection.collection<TransactionRow>('transactions').countDocuments({ ...filter, ...repeated });
}
