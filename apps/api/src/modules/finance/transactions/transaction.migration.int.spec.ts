import { type Connection, Types } from 'mongoose';
import { connect, testDatabaseUri } from '../../../testing/test-database';
import { TRANSACTION_MODEL, type TransactionRow, transactionSchema } from './transaction.document';
import { renameApproverFields } from './transaction.migration';

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
