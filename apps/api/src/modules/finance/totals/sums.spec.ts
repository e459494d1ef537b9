import { Types } from 'mongoose';
import { byCategory, byMethod, groupRows, matching, methodLabel, sumUp, timeRows, totalsIn, toTrend } from './sums';
import { type LedgerTotalsRow, type TotalsDimension, totalsDimensions } from './ledger-totals.repository';
import { splitIntoMonths } from '../../../platform/time/report-period';

const laboratoryId = new Types.ObjectId();
const day = (period: string, cells: LedgerTotalsRow['cells']) =>
  totalsIn([{ laboratoryId, period, cells }], totalsDimensions);
const approved = (paise: number, count = 1) => ({ approved: { count, paise } });
const nothing = { count: 0, incomePaise: 0, expensePaise: 0, netPaise: 0 };

describe('sums', () => {
  it('include approved and reversed entries, pending ones separately, and no others', () => {
    const tally = { count: 1, paise: 100 };
    const cells = {
      test_fees: {
        cash: { approved: tally, reversed: tally, pending: tally, partially_approved: tally, rejected: tally },
      },
      rent: { upi: { approved: { count: 2, paise: -50 }, cancelled: tally } },
    };
    expect(sumUp(day('2026-11-20', cells))).toEqual({
      count: 4,
      incomePaise: 200,
      expensePaise: -50,
      netPaise: 250,
      pending: { count: 2, incomePaise: 200, expensePaise: 0, netPaise: 200 },
    });
  });

  it('are exact near the largest whole number', () => {
    const large = 2 ** 52 - 1;
    const cells = { test_fees: { cash: approved(large), upi: approved(large) } };
    expect(sumUp(day('2026-11-20', cells)).incomePaise).toBe(2 * large);
    expect(Number.isSafeInteger(2 * large)).toBe(true);
  });
});

describe('a document', () => {
  const tally = { count: 1, paise: 100 };
  const row = {
    laboratoryId,
    period: '2026-11-20',
    cells: {
      rent: { upi: { approved: tally, pending: tally } },
      travel: { cash: { approved: tally }, upi: { approved: { count: 1, paise: 50 } } },
      insurance: { upi: { approved: tally } },
    },
  };

  it.each([
    [{}, 5],
    [{ type: ['expense'] as const }, 4],
    [{ category: ['rent', 'insurance'] as const }, 3],
    [{ paymentMethod: ['upi'] as const }, 4],
    [{ type: ['expense'] as const, paymentMethod: ['upi'] as const, status: ['approved'] as const }, 2],
    [{ type: ['income'] as const, category: ['rent'] as const }, 0],
  ])('under %j gives %i totals', (filter, count) =>
    expect(matching(totalsIn([row], totalsDimensions), filter)).toHaveLength(count),
  );

  it('adds up what is not to be told apart', () => {
    const told = (dimensions: readonly TotalsDimension[]) =>
      totalsIn([row], dimensions).map(({ type, category, paymentMethod, status, count, paise }) => {
        return [type, category, paymentMethod, status, count, paise];
      });
    expect(told(['category'])).toEqual([
      ['expense', 'rent', null, 'approved', 1, 100n],
      ['expense', 'rent', null, 'pending', 1, 100n],
      ['expense', 'travel', null, 'approved', 2, 150n],
      ['income', 'insurance', null, 'approved', 1, 100n],
    ]);
    expect(told(['paymentMethod'])).toEqual([
      ['expense', null, 'upi', 'approved', 2, 150n],
      ['expense', null, 'upi', 'pending', 1, 100n],
      ['expense', null, 'cash', 'approved', 1, 100n],
      ['income', null, 'upi', 'approved', 1, 100n],
    ]);
    expect(told([])).toEqual([
      ['expense', null, null, 'approved', 3, 250n],
      ['expense', null, null, 'pending', 1, 100n],
      ['income', null, null, 'approved', 1, 100n],
    ]);
  });
});

describe('categories and methods', () => {
  const now = day('2026-11-20', {
    rent: { upi: approved(900) },
    travel: { cash: approved(2_000, 2) },
    insurance: { upi: approved(100) },
    equipment: { card: { pending: { count: 1, paise: 5_000 } } },
  });
  const before = day('2026-10-20', { rent: { cash: approved(700) }, licences: { cash: approved(10) } });

  it('are sorted by type and amount, without those that have no approved entry', () => {
    expect(byCategory(now, before)).toEqual([
      { category: 'insurance', type: 'income', count: 1, amountPaise: 100, previousPaise: 0 },
      { category: 'travel', type: 'expense', count: 2, amountPaise: 2_000, previousPaise: 0 },
      { category: 'rent', type: 'expense', count: 1, amountPaise: 900, previousPaise: 700 },
    ]);
    expect(byMethod(now).map(({ paymentMethod, netPaise }) => [paymentMethod, netPaise])).toEqual([
      ['cash', -2_000],
      ['upi', -800],
    ]);
  });

  it('have a row if there is anything in either period', () => {
    const period = { from: '2026-11-01', to: '2026-11-30' };
    const rows = groupRows(period, ({ paymentMethod }) => paymentMethod, methodLabel, now, before);
    expect(rows.map(({ label, netPaise, previous }) => [label, netPaise, previous?.netPaise])).toEqual([
      ['Cash', -2_000, -710],
      ['UPI', -800, 0],
      ['Card', 0, 0],
    ]);
    expect(
      groupRows(period, ({ paymentMethod }) => paymentMethod, methodLabel, now).map((row) => row.previous),
    ).toEqual([null, null, null]);
  });
});

describe('time rows', () => {
  const current = [
    ...day('2026-11-01', { rent: { upi: approved(1) } }),
    ...day('2026-11-30', { rent: { upi: approved(2) } }),
  ];
  const previous = {
    period: { from: '2026-10-01', to: '2026-10-31' },
    totals: [
      ...day('2026-10-01', { rent: { upi: approved(10) } }),
      ...day('2026-10-31', { rent: { upi: approved(20) } }),
    ],
  };
  const period = { from: '2026-11-01', to: '2026-11-30' };

  it('cover every day, compared with the day at the same position in the previous period', () => {
    const rows = timeRows('day', period, current, previous);
    expect(rows).toHaveLength(30);
    expect(rows[0]).toMatchObject({
      key: '2026-11-01',
      label: '1 Nov 2026',
      expensePaise: 1,
      previous: { expensePaise: 10 },
    });
    expect(rows[14]).toMatchObject({ count: 0, netPaise: 0, pending: nothing, previous: nothing });
    expect(rows[29]).toMatchObject({ expensePaise: 2, previous: { expensePaise: 0 } });
  });

  it('have no comparison where the previous period is shorter', () => {
    const february = { period: { from: '2026-02-01', to: '2026-02-28' }, totals: [] };
    const rows = timeRows('day', { from: '2026-03-01', to: '2026-03-31' }, [], february);
    expect(rows.map((row) => row.previous === null).lastIndexOf(false)).toBe(27);
    expect(rows).toHaveLength(31);
  });

  it('cover weeks and months, cut off at the ends', () => {
    const weeks = timeRows('week', period, current, previous);
    expect(weeks.map(({ key, expensePaise, previous: was }) => [key, expensePaise, was?.expensePaise])).toEqual([
      ['2026-10-26', 1, 10],
      ['2026-11-02', 0, 0],
      ['2026-11-09', 0, 0],
      ['2026-11-16', 0, 0],
      ['2026-11-23', 0, 20],
      ['2026-11-30', 2, undefined],
    ]);
    const months = timeRows('month', { from: '2026-11-15', to: '2026-12-31' }, [
      ...day('2026-11-30', { rent: { upi: approved(2) } }),
      ...day('2026-12', { rent: { upi: approved(5) } }),
    ]);
    expect(months.map(({ key, expensePaise, previous: was }) => [key, expensePaise, was])).toEqual([
      ['2026-11', 2, null],
      ['2026-12', 5, null],
    ]);
  });

  it('form a trend that includes empty months', () => {
    const totals = day('2026-11', { rent: { upi: approved(5) } });
    expect(toTrend(totals, splitIntoMonths({ from: '2026-10-01', to: '2026-11-30' }))).toEqual([
      { month: '2026-10', ...nothing, pending: nothing },
      { month: '2026-11', count: 1, incomePaise: 0, expensePaise: 5, netPaise: -5, pending: nothing },
    ]);
  });
});
