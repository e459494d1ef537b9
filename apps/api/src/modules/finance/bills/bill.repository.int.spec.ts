import { type Connection, Types } from 'mongoose';
import { costOf } from '../../../../test/explain';
import { connect, testDatabaseUri } from '../../../../test/test-database';
import { BILL_MODEL, type BillRow, billSchema } from './bill.document';
import { BillRepository } from './bill.repository';

/** Measures the queries with the exact commands that the repository sends. */
describe('bills', () => {
  let connection: Connection;
  let repository: BillRepository;
  const orders = Array.from({ length: 100 }, () => new Types.ObjectId());
  const [first = new Types.ObjectId(), second = new Types.ObjectId()] = orders;
  const rows = Array.from({ length: 300 }, (_, index): BillRow => {
    const order = { _id: orders[index % orders.length] ?? first, number: `PO-${index % orders.length}` };
    const person = { _id: new Types.ObjectId(), name: 'Somebody' };
    return {
      _id: new Types.ObjectId(),
      laboratoryId: new Types.ObjectId(),
      number: `B-${index}`,
      date: '2026-11-20',
      numberKey: `b-${index}`,
      order,
      supplier: person,
      lines: [],
      gstKind: 'gst',
      taxes: [],
      goodsPaise: 1,

      freightPaise: 0,
      totalPaise: 1,
      transactionNo: `KOL-${index}`,
      status: index === 7 ? 'cancelled' : 'pending',
      credits: ['approved' as const, 'cancelled' as const].map((status) => ({
        _id: new Types.ObjectId(),
        number: `C-${index}`,
        numberKey: `c-${status}-${index}`,
        date: '2026-11-20',
        return: { _id: new Types.ObjectId(), number: 'RTN-1' },
        amountPaise: 1,
        transactionNo: `KOL-C-${index}`,
        status,
        createdBy: person,
        createdAt: new Date(),
      })),
      createdBy: person,
      updatedBy: null,
      version: 1,
      createdAt: new Date(),
      updatedAt: new Date(),
    };
  });

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    const model = connection.model<BillRow>(BILL_MODEL, billSchema);
    repository = new BillRepository(model);
    await model.createCollection();
    await model.createIndexes();
    await model.insertMany(rows, { lean: true });
  });
  afterAll(() => connection.close());

  it('of orders are found with an index, in the order in which they were entered', async () => {
    const found = await repository.ofOrders([second, first]);
    expect(found.map(({ number }) => number)).toEqual(['B-0', 'B-1', 'B-100', 'B-101', 'B-200', 'B-201']);
    const { stages, examined } = await costOf(connection, () => repository.ofOrders([second, first]));
    expect(stages).not.toContain('COLLSCAN');
    expect(examined).toBeLessThanOrEqual(6);
  });

  it('with a number are found with an index, unless they were cancelled', async () => {
    expect(await repository.findHolder('b-8')).toMatchObject({ number: 'B-8' });
    expect(await repository.findHolder('b-7')).toBeNull();
    const { stages, examined } = await costOf(connection, () => repository.findHolder('b-8'));
    expect(stages).not.toContain('COLLSCAN');
    expect(examined).toBeLessThanOrEqual(1);
  });

  it('with the number of a credit are found with an index, unless it was cancelled', async () => {
    const holder = await repository.findCreditHolder('c-approved-8');
    expect(holder).toMatchObject({ bill: { number: 'B-8' }, credit: { number: 'C-8', status: 'approved' } });
    expect(await repository.findCreditHolder('c-cancelled-8')).toBeNull();
    const { stages, examined } = await costOf(connection, () => repository.findCreditHolder('c-approved-8'));
    expect(stages).not.toContain('COLLSCAN');
    expect(examined).toBeLessThanOrEqual(1);
  });
});
