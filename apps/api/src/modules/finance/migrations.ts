import { FinancePolicySchema } from '@shifa/contract';
import { type Migration, provideMigrations } from '../../platform/mongo/migrations';
import { renewFields } from '../../platform/mongo/renew-fields';
import { toBigint, isStoredInteger, type StoredInteger } from '../../platform/mongo/stored-integer';
import type { CounterRow } from '../../platform/counters/counter.document';
import { objectId } from '../../platform/domain/object-id';
import { addPolicies } from '../laboratories/laboratories.port';
import { toNumberKey } from './bills/bill';
import type { BillRow } from './bills/bill.document';
import type { BookRow, PeriodCloseRow } from './books/book.repository';
import { derivedFields } from './entry/new-entry';
import type { TransactionRow } from './entry/entry.document';
import { joinPartiesBySpaces } from './parties/party-keys.migration';
import type { LedgerTotalsRow } from './totals/ledger-totals.repository';
import { storePartyTotals } from './totals/party-totals.migration';

/** Renames the fields that tell who can approve an entry, and drops their old indexes. */
export const renameApproverFields: Migration = {
  id: '2026-11-21-rename-approver-fields',
  up: async (connection) => {
    const transactions = connection.collection('transactions');
    for (const { name, key } of await transactions.indexes()) {
      if (name !== undefined && 'awaits' in key) await transactions.dropIndex(name);
    }
    await transactions.updateMany(
      { $or: [{ awaits: { $exists: true } }, { barred: { $exists: true } }] },
      { $rename: { awaits: 'nextApprover', barred: 'excludedApprovers' } },
    );
  },
};

/**
 * Stores ledger totals as 64-bit integers. They were doubles, to which nothing can be added exactly above 2^53 paise:
 * the sum of a double and an integer is a double again.
 */
export const storeTotalsAsIntegers: Migration = {
  id: '2026-11-22-store-ledger-totals-as-integers',
  up: async (connection) => {
    const totals = connection.collection<LedgerTotalsRow>('finance-figures');
    for await (const { _id, version, cells, sums } of totals.find()) {
      const integers = { cells: withIntegers(cells), sums: withIntegers(sums) };
      await totals.updateOne({ _id, version }, { $set: integers as Pick<LedgerTotalsRow, 'cells' | 'sums'> });
    }
  },
};

/** Removes the party documents of the whole network, which entries of all laboratories had to write. */
export const dropNetworkParties: Migration = {
  id: '2026-11-22-drop-parties-of-the-network',
  up: async (connection) => {
    await connection.collection('parties').deleteMany({ laboratoryId: null });
  },
};

/** Moves the numbers of entries from counters, one for each laboratory and financial year, into books. */
export const openBooks: Migration = {
  id: '2026-11-23-open-books-of-laboratories',
  up: async (connection) => {
    const counters = connection.collection<CounterRow>('counters');
    const books = connection.collection<BookRow>('finance-books');
    const periods = await connection.collection<PeriodCloseRow>('period_locks').findOne();
    for await (const { _id, last } of counters.find({ _id: /^transaction-no:/ })) {
      const [, laboratoryId = '', year = ''] = _id.split(':');
      const closedThrough = periods?.lockedThrough ?? null;
      await books.updateOne(
        { _id: objectId(laboratoryId) },
        { $max: { [`numbers.${year}`]: last } as object, $inc: { writes: 1 }, $set: { closedThrough } },
        { upsert: true },
      );
    }
    await counters.deleteMany({ _id: /^(transaction-no|posting):/ });
  },
};

/** Leaves people who cannot approve only at entries that can be approved. */
export const clearExcludedApprovers: Migration = {
  id: '2026-11-23-clear-excluded-approvers',
  up: async (connection) => {
    await connection
      .collection('transactions')
      .updateMany(
        { nextApprover: null, 'excludedApprovers.0': { $exists: true } },
        { $set: { excludedApprovers: [] } },
      );
  },
};

/** Finds entries by the tail of their number. */
export const findEntriesByTail: Migration = {
  id: '2026-11-24-find-entries-by-tail',
  up: async (connection, signal) => {
    const entries = connection.collection<TransactionRow>('transactions').find();
    const words = entries.map((row) => ({ _id: row._id, searchWords: derivedFields(row).searchWords }));
    await renewFields(connection, 'transactions', words, signal);
  },
};

/** For laboratories stored before bills were compared with orders. */
const { billTolerancePercent, billTolerancePaise } = FinancePolicySchema.parse({});
const addBillTolerances = addPolicies('2026-11-27-add-bill-tolerances', {
  'finance.billTolerancePercent': billTolerancePercent,
  'finance.billTolerancePaise': billTolerancePaise,
});

/** Finds the credit note that has a number. */
export const keyCreditNumbers: Migration = {
  id: '2026-11-28-key-credit-numbers',
  up: async (connection, signal) => {
    const bills = connection.collection<BillRow>('bills').find({ 'credits.0': { $exists: true } });
    const keyed = bills.map(({ _id, supplier, credits = [] }) => {
      return { _id, credits: credits.map((one) => ({ ...one, numberKey: toNumberKey(supplier._id, one) })) };
    });
    await renewFields(connection, 'bills', keyed, signal);
  },
};

function withIntegers(part: object): object {
  const entries = Object.entries(part) as [string, StoredInteger | object][];
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isStoredInteger(value) ? toBigint(value) : withIntegers(value)]),
  );
}

export const financeMigrations = provideMigrations(
  renameApproverFields,
  storeTotalsAsIntegers,
  dropNetworkParties,
  openBooks,
  clearExcludedApprovers,
  findEntriesByTail,
  addBillTolerances,
  keyCreditNumbers,
  joinPartiesBySpaces,
  storePartyTotals,
);
