import { type Connection, mongo, Types } from 'mongoose';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { TRANSACTION_MODEL, type TransactionRow, transactionSchema } from './entry/entry.document';
import {
  clearExcludedApprovers,
  findEntriesByTail,
  keyCreditNumbers,
  openBooks,
  renameApproverFields,
  storeTotalsAsIntegers,
} from './migrations';

describe('the migration of approver fields', () => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
  });
  afterAll(() => connection.close());

  it('renames them, drops their old indexes, and changes nothing when repeated', async () => {
    const transactions = connection.collection('transactions');
    const creator = new Types.ObjectId();
    await transactions.createIndex({ awaits: 1, date: 1 }, {}, {});
    await transactions.createIndex({ laboratoryId: 1, awaits: 1, date: 1 }, {}, {});
    await transactions.insertMany([
      { transactionNo: 'A', awaits: 'anyone', barred: [creator] },
      { transactionNo: 'B', awaits: null, barred: [] },
    ]);
    const model = connection.model<TransactionRow>(TRANSACTION_MODEL, transactionSchema);
    await model.createIndexes();
    const expected = (await transactions.indexes()).filter(({ key }) => !('awaits' in key));

    for (let run = 0; run < 2; run += 1) {
      await renameApproverFields.up(connection, new AbortController().signal);
      const rows = await transactions.find({}, { projection: { _id: 0 }, sort: { transactionNo: 1 } }).toArray();
      expect(rows).toEqual([
        { transactionNo: 'A', nextApprover: 'anyone', excludedApprovers: [creator] },
        { transactionNo: 'B', nextApprover: null, excludedApprovers: [] },
      ]);
      expect(await transactions.indexes()).toEqual(expected);
    }
  });
});

describe('the migration of excluded approvers', () => {
  it('leaves them only where an approval is pending', async () => {
    const connection = await connect(testDatabaseUri());
    const transactions = connection.collection('transactions');
    const excludedApprovers = [new Types.ObjectId(), new Types.ObjectId()];
    await transactions.insertMany([
      { transactionNo: 'C', nextApprover: 'super_admin', excludedApprovers },
      { transactionNo: 'D', nextApprover: null, excludedApprovers },
    ]);
    for (let run = 0; run < 2; run += 1) {
      await clearExcludedApprovers.up(connection, new AbortController().signal);
      const rows = await transactions
        .find({ transactionNo: { $in: ['C', 'D'] } }, { sort: { transactionNo: 1 } })
        .toArray();
      expect(rows.map((row) => row['excludedApprovers'] as unknown)).toEqual([excludedApprovers, []]);
    }
    await connection.close();
  });
});

describe('the migration of search words', () => {
  it('finds entries by the tail of their number, and changes nothing else', async () => {
    const connection = await connect(testDatabaseUri());
    const transactions = connection.collection('transactions');
    const entry = {
      transactionNo: 'KOL-2026-27-000406',
      party: 'Das & Sons',
      reference: null,
      description: 'Rent',
      status: 'approved',
      flags: [],
      approvals: [],
      createdBy: { _id: new Types.ObjectId(), name: 'Asha Rao' },
      editedBy: [],
      version: 3,
    };
    await transactions.deleteMany({});
    const many = Array.from({ length: 1_001 }, () => ({ ...entry, _id: new Types.ObjectId(), searchWords: ['rent'] }));
    await transactions.insertMany(many);
    for (let run = 0; run < 2; run += 1) await findEntriesByTail.up(connection, new AbortController().signal);
    expect(await transactions.countDocuments({ searchWords: '406' })).toBe(1_001);
    const { _id, searchWords, ...rest }: Record<string, unknown> = (await transactions.findOne({})) ?? {};
    expect(rest).toEqual(entry);
    expect(searchWords).toEqual(expect.arrayContaining(['kol-2026-27-000406', '000406', 'rent', 'sons']));
    await connection.close();
  });
});

describe('the migration of ledger totals', () => {
  it('makes every number a 64-bit integer, so that later additions are exact', async () => {
    const connection = await connect(testDatabaseUri());
    const totals = connection.collection('finance-figures');
    const tally = (paise: number) => ({ approved: { count: 2, paise: new mongo.Double(paise) } });
    await totals.insertOne({ version: 1, cells: { rent: { cash: tally(0) } }, sums: { expense: tally(2 ** 53 - 1) } });
    for (let run = 0; run < 2; run += 1) await storeTotalsAsIntegers.up(connection, new AbortController().signal);
    const more = { 'cells.rent.cash.approved.paise': 1n, 'sums.expense.approved.paise': 2n };
    await totals.updateOne({}, { $inc: more as unknown as Record<string, number> });
    const exactly = { useBigInt64: true, projection: { _id: 0 } };
    expect(await totals.findOne({}, exactly)).toEqual({
      version: 1,
      cells: { rent: { cash: { approved: { count: 2n, paise: 1n } } } },
      sums: { expense: { approved: { count: 2n, paise: 2n ** 53n + 1n } } },
    });
    await connection.close();
  });
});

describe('the migration of numbers', () => {
  it('moves the last number of each laboratory and financial year into its book, and counts nothing twice', async () => {
    const connection = await connect(testDatabaseUri());
    const [kolkata, dubai] = [new Types.ObjectId(), new Types.ObjectId()];
    const counters = connection.collection<{ _id: string; last: number }>('counters');
    const counted = [
      { _id: `transaction-no:${kolkata.toHexString()}:2025-26`, last: 712 },
      { _id: `transaction-no:${kolkata.toHexString()}:2026-27`, last: 41 },
      { _id: `transaction-no:${dubai.toHexString()}:2026-27`, last: 7 },
    ];
    const others = [{ _id: 'employee-code', last: 90 }];
    await counters.insertMany([...counted, ...others, { _id: `posting:${kolkata.toHexString()}`, last: 3 }]);
    await connection.collection('period_locks').insertOne({ lockedThrough: '2026-09-30' });
    const books = () =>
      connection
        .collection('finance-books')
        .find({}, { projection: { writes: 0 }, sort: { _id: 1 } })
        .toArray();
    const expected = [
      { _id: kolkata, numbers: { '2025-26': 712, '2026-27': 41 }, closedThrough: '2026-09-30' },
      { _id: dubai, numbers: { '2026-27': 7 }, closedThrough: '2026-09-30' },
    ];
    // The second run is that of a process that ended before it could remove the counters.
    for (let run = 0; run < 2; run += 1) {
      await openBooks.up(connection, new AbortController().signal);
      expect(await books()).toEqual(expected);
      expect(await counters.find().toArray()).toEqual(others);
      if (run === 0) await counters.insertMany(counted);
    }
    await connection.close();
  });
});

describe('the migration of the numbers of credit notes', () => {
  it('compares stored ones as new ones are, and changes nothing else', async () => {
    const connection = await connect(testDatabaseUri());
    const bills = connection.collection('bills');
    const supplier = { _id: new Types.ObjectId(), name: 'Meril' };
    const credit = { _id: new Types.ObjectId(), number: ' Cn 7/26', date: '2026-11-20', status: 'approved' };
    const bill = { _id: new Types.ObjectId(), number: 'B-1', supplier, credits: [credit] };
    const without = { _id: new Types.ObjectId(), number: 'B-2', supplier };
    await bills.insertMany([bill, without]);
    for (let run = 0; run < 2; run += 1) {
      await keyCreditNumbers.up(connection, new AbortController().signal);
      const numberKey = `${supplier._id.toHexString()}:2026-27:cn7/26`;
      expect(await bills.findOne({ _id: bill._id })).toEqual({ ...bill, credits: [{ ...credit, numberKey }] });
      expect(await bills.findOne({ _id: without._id })).toEqual(without);
    }
    await connection.close();
  });
});
