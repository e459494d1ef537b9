import {
  paymentMethods,
  type ReportGroup,
  reportGroups,
  type Sums,
  type SumsAndPending,
  transactionCategories,
  type TransactionReport,
  type TransactionStats,
  transactionStatuses,
  type TransactionTotals,
} from '@shifa/contract';
import fc from 'fast-check';
import type { Types } from 'mongoose';
import { addDays } from '../../platform/time/business-day';
import { commandsDuring } from '../../../test/commands';
import { effort } from '../../../test/effort';
import { type Person, TestApp } from '../../../test/test-app';
import { connect } from '../../../test/test-database';
import { manyEntries } from '../../../bench/finance/many-entries';
import type { TransactionRow } from './entry/entry.document';
import { CheckTotals } from './totals/check-totals';
import { LedgerTotals } from './totals/ledger-totals';

const ENTRIES = effort(100_000, 20_000);
const FIRST_DAY = '2025-01-01';
const DAYS = 700;
const BATCH = 5_000;

jest.setTimeout(120_000);

type Asked = Partial<Record<'from' | 'to', string>> &
  Partial<Record<'laboratoryId' | 'type' | 'category' | 'paymentMethod' | 'status' | 'party', string[]>>;
type Counted = Pick<
  TransactionRow,
  'laboratoryId' | 'type' | 'date' | 'party' | 'category' | 'paymentMethod' | 'status' | 'amountPaise'
> & { negative: boolean };

/** Every total must equal the sum of the entries, computed with big integers, to the paisa. */
describe(`${ENTRIES.toLocaleString('en-US')} entries`, () => {
  let api: TestApp;
  let admin: Person;
  let laboratories: Types.ObjectId[];
  const entries: Counted[] = [];

  beforeAll(async () => {
    api = await TestApp.start();
    admin = await api.person('super_admin');
    laboratories = await Promise.all(Array.from({ length: 5 }, async () => (await api.laboratory())._id));
    const connection = await connect(api.mongodbUri);
    // Thirty indexes would slow down the writes several times over. Indexes are tested elsewhere.
    const collection = connection.collection<TransactionRow>('transactions');
    await collection.dropIndexes();
    let batch: TransactionRow[] = [];
    const flush = async () => {
      await collection.insertMany(batch, { ordered: false });
      batch = [];
    };
    for (const row of manyEntries(ENTRIES, laboratories, { from: FIRST_DAY, days: DAYS })) {
      const { laboratoryId, type, date, party, category, paymentMethod, status, amountPaise, reversalOf } = row;
      const negative = reversalOf !== null;
      entries.push({ laboratoryId, type, date, party, category, paymentMethod, status, amountPaise, negative });
      if (batch.push(row) === BATCH) await flush();
    }
    for (const field of ['date', 'nextApprover', 'partyKey'])
      await collection.createIndex({ [field]: 1, _id: 1 }, {}, {});
    await connection.close();
    await api.services.get(CheckTotals).rebuild();
  }, 600_000);
  afterAll(() => api.close());

  async function get<Data>(path: string, query: object): Promise<Data> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query) as [string, string | string[] | undefined][]) {
      for (const one of [value ?? []].flat()) search.append(name, one);
    }
    const response = await api.as(admin).get(`/api/transactions${path}?${search.toString()}`).expect(200);
    return response.body as Data;
  }
  const totals = async (query: object) => (await get<{ data: TransactionTotals }>('/totals', query)).data;
  const report = async (query: object) => (await get<{ data: TransactionReport }>('/reports', query)).data;
  const stats = async (query: object) => (await get<{ data: TransactionStats }>('/stats', query)).data;

  const found = ({ from, to, laboratoryId, ...lists }: Asked) =>
    entries.filter(
      (entry) =>
        (!from || entry.date >= from) &&
        (!to || entry.date <= to) &&
        (!laboratoryId || laboratoryId.includes(entry.laboratoryId.toHexString())) &&
        Object.entries(lists).every(([field, asked]) => asked.includes(entry[field as keyof typeof lists] ?? '')),
    );
  const plain = (some: readonly Counted[]): SumsAndPending => ({
    ...summed(some.filter(({ status }) => status === 'approved' || status === 'reversed')),
    pending: summed(some.filter(({ status }) => status === 'pending' || status === 'partially_approved')),
  });
  const plainTotals = (asked: Asked): TransactionTotals => ({ ...plain(found(asked)), total: found(asked).length });
  const labs = (...indexes: number[]) => indexes.map((index) => laboratories[index]?.toHexString() ?? '');

  it('have totals that equal the sum, with and without a scan', async () => {
    const everything = await totals({});
    expect(everything).toEqual(plainTotals({}));
    expect(everything.total).toBe(ENTRIES);
    // Every amount is at least that, so this filter selects the same entries in another way.
    expect(await totals({ minAmount: '0.01' })).toEqual(everything);
    expect(everything.incomePaise).toBeGreaterThan(2 ** 32);
  });

  it('have totals that equal the sum with any filter, with and without a scan', async () => {
    const some = <Value>(values: readonly Value[]) =>
      fc.subarray([...values], { minLength: 1, maxLength: Math.min(4, values.length) });
    const day = fc.integer({ min: -20, max: DAYS + 20 }).map((days) => addDays(FIRST_DAY, days));
    const filters = fc.record(
      {
        from: day,
        to: day,
        laboratoryId: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1, maxLength: 3 }).map((all) => labs(...all)),
        type: some(['income', 'expense']),
        category: some(transactionCategories),
        paymentMethod: some(paymentMethods),
        status: some(transactionStatuses),
        party: fc.constantFrom('City Hospital', 'Bengal Power').map((one) => [one]),
      },
      { requiredKeys: [] },
    );
    for (const filter of fc.sample(filters, { numRuns: 16, seed: 3 })) {
      const expected = plainTotals(filter);
      expect({ filter, totals: await totals(filter) }).toEqual({ filter, totals: expected });
      expect({ filter, scanned: await totals({ ...filter, minAmount: '0.01' }) }).toEqual({
        filter,
        scanned: expected,
      });
    }
  }, 300_000);

  it('are counted by the stored totals in a long list, and by the entries in a short one', async () => {
    const count = async (filter: object) => {
      api.services.get(LedgerTotals).invalidateAll();
      let total = -1;
      const { outside } = await commandsDuring(api, async () => {
        total = (await get<{ pagination: { total: number } }>('', { ...filter, limit: '1' })).pagination.total;
      });
      return { total, stored: outside.includes('find finance-figures') };
    };
    for (const filter of [{}, { status: ['approved'] }, { from: '2025-03-10', to: '2026-10-05' }] satisfies Asked[]) {
      expect(await count(filter)).toEqual({ total: found(filter).length, stored: true });
    }
    const short = { from: '2025-03-10', to: '2025-04-05' };
    expect(await count(short)).toEqual({ total: found(short).length, stored: false });
  });

  it('have totals that match the pages of the list', async () => {
    const filter = { from: '2025-03-10', to: '2026-02-05', type: ['expense'], laboratoryId: labs(1, 2) };
    const page = await get<{ pagination: { total: number } }>('', { ...filter, limit: '1' });
    expect(page.pagination.total).toBe((await totals(filter)).total);
    const narrow = { party: 'city hospital', flag: 'back_dated', status: 'approved' };
    const few = await get<{ pagination: { total: number } }>('', { ...narrow, limit: '1' });
    expect(few.pagination.total).toBeGreaterThan(10);
    expect((await totals(narrow)).total).toBe(few.pagination.total);
  });

  const periods = [
    ['a month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['a financial year', '2025-04-01', '2026-03-31', '2024-04-01', '2025-03-31'],
    ['days across months', '2025-09-29', '2026-01-13', '2025-06-14', '2025-09-28'],
    ['days within a month', '2026-05-04', '2026-05-17', '2026-04-20', '2026-05-03'],
  ] as const;

  it.each(periods)('have cards and a trend of %s that equal the sum', async (_, from, to, wasFrom, wasTo) => {
    for (const laboratoryId of [undefined, labs(3)]) {
      const at = laboratoryId ? { laboratoryId } : {};
      const [now, before] = [found({ from, to, ...at }), found({ from: wasFrom, to: wasTo, ...at })];
      const { trend, byCategory, byMethod, ...cards } = await stats({ from, to, ...at });
      expect(cards).toEqual({
        period: { from, to },
        previousPeriod: { from: wasFrom, to: wasTo },
        ...plain(now),
        previous: plain(before),
        rejectedCount: now.filter(({ status }) => status === 'rejected').length,
        waitingForMe: found(at).filter(({ status }) => status === 'pending' || status === 'partially_approved').length,
      });
      expect(trend).toHaveLength(12);
      expect(trend.at(-1)?.month).toBe(to.slice(0, 7));
      for (const { month, ...sums } of trend) {
        expect({ month, sums }).toEqual({
          month,
          sums: plain(found({ ...at, from: `${month}-01`, to: `${month}-31` })),
        });
      }
      for (const row of byCategory) {
        const sums = plain(now.filter(({ category }) => category === row.category));
        const was = plain(before.filter(({ category }) => category === row.category));
        expect(row).toMatchObject({
          count: sums.count,
          amountPaise: sums[`${row.type}Paise`],
          previousPaise: was[`${row.type}Paise`],
        });
      }
      expect(byCategory.reduce((count, row) => count + row.count, 0)).toBe(cards.count);
      for (const { paymentMethod, ...sums } of byMethod) {
        const { pending: __, ...expected } = plain(now.filter((entry) => entry.paymentMethod === paymentMethod));
        expect(sums).toEqual(expected);
      }
      expect(byMethod.reduce((net, row) => net + Number(row.netPaise), 0)).toBe(cards.netPaise);
    }
  });

  const narrowings: Asked[] = [
    {},
    { type: ['expense'] },
    { category: ['rent', 'test_fees'], paymentMethod: ['upi', 'cash'] },
    { paymentMethod: ['cheque'] },
  ];

  it.each(reportGroups)(
    'have a report by %s whose rows and totals equal the plain sum',
    async (groupBy) => {
      for (const [, from, to, wasFrom, wasTo] of periods) {
        for (const narrowing of narrowings) {
          const asked = { ...narrowing, laboratoryId: labs(0, 2, 4) };
          const {
            rows,
            totals: sum,
            previousPeriod,
          } = await report({ from, to, groupBy, compare: 'previous', ...asked });
          const [now, before] = [found({ from, to, ...asked }), found({ from: wasFrom, to: wasTo, ...asked })];
          expect(previousPeriod).toEqual({ from: wasFrom, to: wasTo });
          const { pending: __, ...was } = plain(before);
          expect(sum).toEqual({ ...plain(now), previous: was });
          for (const { key, label: ___, period, previous, ...sums } of rows) {
            const ofKind = kindOf[groupBy];
            const isOf = (entry: Counted) => !ofKind || ofKind(entry) === key;
            const within = now.filter(({ date }) => date >= period.from && date <= period.to);
            expect({ key, sums }).toEqual({ key, sums: plain(within.filter(isOf)) });
            const { pending: ____, ...wasOf } = plain(before.filter(isOf));
            if (ofKind) expect({ key, previous }).toEqual({ key, previous: wasOf });
          }
          expect(rows.reduce((count, row) => count + row.count + row.pending.count, 0)).toBe(
            plain(now).count + plain(now).pending.count,
          );
        }
      }
    },
    120_000,
  );
});

/** The groups of a report other than days. */
const kindOf: Partial<Record<ReportGroup, (entry: Counted) => string>> = {
  category: ({ category }) => category,
  method: ({ paymentMethod }) => paymentMethod,
  laboratory: ({ laboratoryId }) => laboratoryId.toHexString(),
};

function summed(some: readonly Counted[]): Sums {
  const paiseOf = (type: string) =>
    Number(
      some
        .filter((entry) => entry.type === type)
        .reduce((sum, { amountPaise, negative }) => sum + BigInt(negative ? -amountPaise : amountPaise), 0n),
    );
  const [incomePaise, expensePaise] = [paiseOf('income'), paiseOf('expense')];
  return { count: some.length, incomePaise, expensePaise, netPaise: incomePaise - expensePaise };
}
