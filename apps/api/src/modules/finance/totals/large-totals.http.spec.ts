import {
  type LaboratoryStats,
  MAX_AMOUNT_PAISE,
  type TransactionReport,
  type TransactionStats,
  type TransactionStatus,
  type TransactionTotals,
} from '@shifa/contract';
import type { Types } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { businessDay } from '../../../platform/time/business-day';
import { FinanceDesk } from '../../../../test/finance/finance-desk';
import { storedTransaction } from '../../../../test/finance/stored-transaction';
import { transactionsChanged } from '../entry/entries';
import type { TransactionRow } from '../entry/entry.document';
import { EntryRepository } from '../entry/entry.repository';
import { CheckTotals } from './check-totals';

/**
 * Each stands for a thousand of the largest amount, so that ten exceed 2^53 paise. The amount is odd, so that a rounded
 * sum shows.
 */
const ENTRIES = 25;
const AMOUNT = 1_000 * MAX_AMOUNT_PAISE - 1;

describe('totals above 2^53 paise', () => {
  let desk: FinanceDesk;
  let today: string;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    today = businessDay(new Date(), desk.laboratory.timezone);
  });
  afterAll(() => desk.close());

  const inTransaction = (work: (repository: EntryRepository) => Promise<unknown>) =>
    desk.app.services.get(UnitOfWork).run(() => work(desk.app.services.get(EntryRepository)));
  const raise = (changes: readonly { before: TransactionRow | null; after: TransactionRow }[]) =>
    desk.app.services.get(UnitOfWork).raise(transactionsChanged, { actor: null, action: 'updated', changes });

  async function inserted(laboratoryId: Types.ObjectId, fields: Partial<TransactionRow>): Promise<TransactionRow[]> {
    const row = { amountPaise: AMOUNT, date: today, laboratoryId, ...fields };
    const rows = Array.from({ length: ENTRIES }, () => storedTransaction(row));
    await inTransaction(async (repository) => {
      await repository.insertMany(rows);
      await raise(rows.map((after) => ({ before: null, after })));
    });
    return rows;
  }

  async function moved(rows: readonly TransactionRow[], status: TransactionStatus): Promise<void> {
    const changes = rows.map((before) => ({ before, after: { ...before, status, version: before.version + 1 } }));
    await inTransaction(async (repository) => {
      const writes = changes.map(({ before: row }) => ({ row, changes: { status } }));
      expect(await repository.updateEachAt(LabScope.everywhere(), writes, new Date())).toBe(true);
      await raise(changes);
    });
  }

  const get = async <Data>(path: string, query: object = {}) =>
    ((await desk.app.as(desk.head).get(`/api/${path}`).query(query).expect(200)).body as { data: Data }).data;
  const day = () => ({ from: today, to: today });
  const differences = async () =>
    (await desk.app.services.get(CheckTotals).check()).flatMap((found) => found.differences);
  const sums = (count: number, income: bigint, expense: bigint) => ({
    count,
    incomePaise: onTheWire(income),
    expensePaise: onTheWire(expense),
    netPaise: onTheWire(income - expense),
  });

  it('are exact in every response, while they grow and shrink across the limit, and in the database', async () => {
    const sum = BigInt(ENTRIES) * BigInt(AMOUNT);
    const other = await desk.app.laboratory();
    const income = await inserted(desk.laboratory._id, { status: 'pending' });
    const expense = await inserted(other._id, { type: 'expense', category: 'rent', status: 'pending' });
    await moved(expense, 'approved');

    // One more on top, through the API.
    const { _id } = await desk.entered(desk.clerk, { amountPaise: 3 });
    const pending = sums(ENTRIES + 1, sum + 3n, 0n);
    const spent = sums(ENTRIES, 0n, sum);
    expect(typeof pending.incomePaise).toBe('string');
    expect(await get<TransactionStats>('transactions/stats', day())).toMatchObject({
      ...spent,
      pending,
      byCategory: [{ category: 'rent', amountPaise: sum.toString() }],
      byMethod: [{ paymentMethod: 'cash', ...spent }],
      trend: expect.arrayContaining([expect.objectContaining({ ...spent, pending })]) as unknown,
    });
    const all = { ...spent, pending, total: 2 * ENTRIES + 1 };
    expect(await get<TransactionTotals>('transactions/totals')).toEqual(all);
    // The same entries, added up one by one.
    expect(await get<TransactionTotals>('transactions/totals', { minAmount: '0.01' })).toEqual(all);
    for (const groupBy of ['day', 'month', 'category', 'method', 'laboratory']) {
      const { totals } = await get<TransactionReport>('transactions/reports', { ...day(), groupBy });
      expect(totals).toMatchObject({ ...spent, pending });
    }
    const { finance } = await get<LaboratoryStats>(`laboratories/${other.id}/stats`, day());
    expect(finance).toMatchObject({ expensePaise: sum.toString(), netPaise: `-${sum}` });
    expect(await differences()).toEqual([]);

    await desk.cancel(desk.clerk, _id).expect(200);
    await moved(income, 'cancelled');
    await moved(
      expense.map((row) => ({ ...row, status: 'approved', version: row.version + 1 })),
      'cancelled',
    );
    expect(await get<TransactionTotals>('transactions/totals')).toMatchObject({
      ...sums(0, 0n, 0n),
      pending: sums(0, 0n, 0n),
    });
    expect(await differences()).toEqual([]);
  });
});

function onTheWire(exact: bigint): number | string {
  return exact > BigInt(Number.MAX_SAFE_INTEGER) || exact < -BigInt(Number.MAX_SAFE_INTEGER)
    ? exact.toString()
    : Number(exact);
}
