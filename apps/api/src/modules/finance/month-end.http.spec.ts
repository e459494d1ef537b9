import { type MonthEnd, monthEndFilters, type Pagination, type TransactionTotals } from '@shifa/contract';
import { Types } from 'mongoose';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { type Person, TestApp } from '../../../test/test-app';
import { storedTransaction } from '../../../test/finance/stored-transaction';
import { transactionsChanged } from './entry/entries';
import type { ReceiptRow, TransactionRow } from './entry/entry.document';
import { EntryRepository } from './entry/entry.repository';

const month = '2026-10';
const receiptFrom = '1,000';

describe('the month-end checklist', () => {
  let api: TestApp;
  let head: Person;
  let clerk: Person;
  let kolkata: Types.ObjectId;
  let dubai: Types.ObjectId;

  beforeAll(async () => {
    api = await TestApp.start();
    kolkata = (await api.laboratory({ name: 'Kolkata Central' }))._id;
    dubai = (await api.laboratory({ name: 'Dubai Marina' }))._id;
    head = await api.person('super_admin');
    clerk = await api.person('lab_admin', { laboratoryId: dubai });
    await enter([...kolkataRows(), ...dubaiRows()]);
  });
  afterAll(() => api.close());

  const expense = (laboratoryId: Types.ObjectId, row: Partial<TransactionRow>) =>
    storedTransaction({ laboratoryId, type: 'expense', category: 'rent', status: 'approved', ...row });
  const receipts = [{ _id: new Types.ObjectId(), fileName: 'bill.pdf' } as ReceiptRow];
  const link = { _id: new Types.ObjectId(), transactionNo: 'KOL-2026-27-000001' };

  /** An entry and the contra entry that reverses it, by default on the same day. */
  function taken(laboratoryId: Types.ObjectId, row: Partial<TransactionRow>, on = row.date): TransactionRow[] {
    const original = expense(laboratoryId, { ...row, status: 'reversed' });
    const contra = expense(laboratoryId, { ...row, date: on, reversalOf: toLink(original) });
    return [{ ...original, reversedBy: toLink(contra) }, contra];
  }
  const toLink = ({ _id, transactionNo }: TransactionRow) => ({ _id, transactionNo });

  /** An average rent of ₹100.00 in the six months before; utilities have too few entries for an average. */
  function history(laboratoryId: Types.ObjectId, amountPaise: number): TransactionRow[] {
    return [
      ...Array.from({ length: 10 }, (_, index) =>
        expense(laboratoryId, { date: `2026-0${4 + (index % 6)}-15`, amountPaise }),
      ),
      expense(laboratoryId, { date: '2026-09-15', category: 'utilities', amountPaise: 1_00 }),
      // Taken back, and no part of the average.
      ...Array.from({ length: 10 }, (_, index) => ({ date: `2026-0${4 + (index % 6)}-16`, amountPaise })).flatMap(
        (one) => taken(laboratoryId, one),
      ),
      // Before the six months, or without any effect on the books.
      expense(laboratoryId, { date: '2026-03-31', amountPaise: amountPaise * 1000 }),
      expense(laboratoryId, { date: '2026-09-30', amountPaise: amountPaise * 1000, status: 'rejected' }),
    ];
  }

  function kolkataRows(): TransactionRow[] {
    const date = '2026-10-31';
    return [
      ...history(kolkata, 100_00),
      expense(kolkata, { date, amountPaise: 500_00, receipts }),
      // Unusual: above five times the average.
      expense(kolkata, { date, amountPaise: 500_01 }),
      expense(kolkata, { date, amountPaise: 900_00, status: 'pending' }),
      expense(kolkata, { date, amountPaise: 900_00, status: 'cancelled' }),
      expense(kolkata, { date, amountPaise: 900_00, reversalOf: link }),
      expense(kolkata, { date: '2026-11-01', amountPaise: 900_00 }),
      // Without a receipt, from ₹1,000.00 on.
      expense(kolkata, { date, amountPaise: 1_000_00, category: 'utilities' }),
      expense(kolkata, { date, amountPaise: 999_99, category: 'utilities' }),
      expense(kolkata, { date, amountPaise: 1_000_00, category: 'utilities', receipts }),
      expense(kolkata, { date, amountPaise: 1_000_00, category: 'utilities', reversalOf: link }),
      expense(kolkata, { date, amountPaise: 1_000_00, category: 'utilities', status: 'rejected' }),
      storedTransaction({ laboratoryId: kolkata, date, amountPaise: 1_000_00, status: 'approved' }),
    ];
  }

  function dubaiRows(): TransactionRow[] {
    const date = '2026-10-01';
    return [
      ...history(dubai, 1_00),
      expense(dubai, { date, amountPaise: 5_01, receipts }),
      expense(dubai, { date, amountPaise: 2_000_00, category: 'utilities', status: 'partially_approved' }),
      expense(dubai, { date, amountPaise: 1_00, status: 'pending' }),
      expense(dubai, { date, amountPaise: 1_00, status: 'rejected' }),
      expense(dubai, { date, amountPaise: 1_00, status: 'rejected' }),
    ];
  }

  function enter(rows: TransactionRow[]): Promise<void> {
    const work = api.services.get(UnitOfWork);
    return work.run(async () => {
      await api.services.get(EntryRepository).insertMany(rows);
      const changes = rows.map((after) => ({ before: null, after }));
      await work.raise(transactionsChanged, { actor: null, action: 'created', changes });
    });
  }
  async function get<Body>(person: Person, path: string, query: object): Promise<Body> {
    const response = await api.as(person).get(`/api/transactions${path}`).query(query).expect(200);
    return response.body as Body;
  }
  async function countsOf(person: Person, query: object = {}) {
    const { data } = await get<{ data: MonthEnd }>(person, '/month-end', { month, receiptFrom, ...query });
    return Object.fromEntries(data.checks.map(({ check, count }) => [check, count]));
  }

  it('counts what to settle in the month, for the network or a laboratory', async () => {
    expect(await countsOf(head)).toEqual({ waiting: 3, rejected: 3, withoutReceipt: 2, unusual: 3 });
    const inDubai = { waiting: 2, rejected: 2, withoutReceipt: 1, unusual: 1 };
    expect(await countsOf(head, { laboratoryId: dubai.toHexString() })).toEqual(inDubai);
    expect(await countsOf(clerk)).toEqual(inDubai);
    expect(await countsOf(clerk, { laboratoryId: kolkata.toHexString() })).toEqual({
      waiting: 0,
      rejected: 0,
      withoutReceipt: 0,
      unusual: 0,
    });
  });

  it('counts exactly the list and the totals that each line links to', async () => {
    for (const [person, laboratoryId] of [
      [head, undefined],
      [head, kolkata.toHexString()],
      [clerk, undefined],
    ] as const) {
      const counts = await countsOf(person, { laboratoryId });
      for (const [check, filter] of Object.entries(monthEndFilters({ month, laboratoryId, receiptFrom }))) {
        const { data, pagination } = await get<{ data: unknown[]; pagination: Pagination }>(person, '', filter);
        expect([check, pagination.total, data.length]).toEqual([check, counts[check], counts[check]]);
        const totals = await get<{ data: TransactionTotals }>(person, '/totals', filter);
        expect(totals.data.total).toBe(counts[check]);
      }
    }
  });

  it.each([
    ['within', '2026-09-20', '2026-10-20'],
    ['after', '2026-03-20', '2026-09-20'],
  ])('compares with no entry that was reversed, where only one of the two is %s the months', async (_, from, on) => {
    const { _id } = await api.laboratory({});
    const date = '2026-10-31';
    await enter([
      ...history(_id, 10_00),
      ...taken(_id, { date: from, amountPaise: 1_000_000_00 }, on),
      expense(_id, { date, amountPaise: 50_00 }),
      expense(_id, { date, amountPaise: 50_01 }),
    ]);
    expect((await countsOf(head, { laboratoryId: _id.toHexString() }))['unusual']).toBe(1);
  });

  it('combines with the other filters of the list', async () => {
    const query = { unusualIn: month, search: 'blood', status: 'pending', minAmount: '900', waitingForMe: 'true' };
    const { pagination } = await get<{ pagination: Pagination }>(head, '', query);
    expect(pagination.total).toBe(1);
    expect((await get<{ pagination: Pagination }>(head, '', { unusualIn: '2026-01' })).pagination.total).toBe(0);
  });

  it.each([{ month: '2026-13' }, { receiptFrom: '0' }])('refuses %j on its field', async (query) => {
    const response = await api
      .as(head)
      .get('/api/transactions/month-end')
      .query({ month, receiptFrom, ...query })
      .expect(400);
    expect(response.body).toMatchObject({ errors: [{ field: Object.keys(query)[0] }] });
  });
});
