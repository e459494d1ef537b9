import fc from 'fast-check';
import { addDays, monthOf } from '../../../platform/time/business-day';
import { splitIntoDays, splitIntoMonths, type Period } from '../../../platform/time/report-period';
import { splitIntoRanges } from './ledger-totals';

const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2022-12-25', days));
const periods = fc
  .tuple(day, fc.integer({ min: 1, max: 366 }))
  .map(([from, days]): Period => ({ from, to: addDays(from, days - 1) }));
const wholeMonths = fc
  .tuple(day, fc.integer({ min: 0, max: 300 }))
  .map(([from, days]): Period => ({ from: monthOf(from).from, to: monthOf(addDays(from, days)).to }));

const listed = ({ from, to }: Period) => splitIntoDays({ from, to }).map(({ key }) => key);

describe('the ranges of a period', () => {
  it('are months in the middle, and at the ends the fewest days', () => {
    expect(splitIntoRanges({ from: '2026-09-29', to: '2026-12-02' })).toEqual([
      { grain: 'day', from: '2026-09-29', to: '2026-09-30' },
      { grain: 'month', from: '2026-10', to: '2026-11' },
      { grain: 'day', from: '2026-12-01', to: '2026-12-02' },
    ]);
    expect(splitIntoRanges({ from: '2026-04-01', to: '2027-03-31' })).toEqual([
      { grain: 'month', from: '2026-04', to: '2027-03' },
    ]);
    expect(splitIntoRanges({ from: '2026-10-31', to: '2026-11-02' })).toEqual([
      { grain: 'day', from: '2026-10-31', to: '2026-11-02' },
    ]);
    expect(splitIntoRanges({ from: '2026-09-03', to: '2026-11-29' })).toEqual([
      { grain: 'day', from: '2026-09-01', to: '2026-09-02', excluded: true },
      { grain: 'month', from: '2026-09', to: '2026-11' },
      { grain: 'day', from: '2026-11-30', to: '2026-11-30', excluded: true },
    ]);
    expect(splitIntoRanges({ from: '2026-11-01', to: '2026-11-22' })).toEqual([
      { grain: 'month', from: '2026-11', to: '2026-11' },
      { grain: 'day', from: '2026-11-23', to: '2026-11-30', excluded: true },
    ]);
    expect(splitIntoRanges({ from: '2026-11-09', to: '2026-11-22' })).toEqual([
      { grain: 'day', from: '2026-11-09', to: '2026-11-22' },
    ]);
  });

  it('have open ends if the period does', () => {
    expect(splitIntoRanges({})).toEqual([{ grain: 'month' }]);
    expect(splitIntoRanges({ from: '2026-12-17' })).toEqual([
      { grain: 'day', from: '2026-12-17', to: '2026-12-31' },
      { grain: 'month', from: '2027-01' },
    ]);
    expect(splitIntoRanges({ from: '9999-12-17' })[1]).toEqual({ grain: 'month', from: '9999-12' });
    expect(splitIntoRanges({ to: '9999-12-31' })).toEqual([{ grain: 'month', to: '9999-12' }]);
    expect(splitIntoRanges({ to: '2026-11-30' })).toEqual([{ grain: 'month', to: '2026-11' }]);
  });

  it('cover each day once, with at most half a month of days at each end', () => {
    fc.assert(
      fc.property(fc.oneof(periods, wholeMonths), (period) => {
        const covered = new Map<string, number>();
        const ranges = splitIntoRanges(period);
        for (const { grain, from = '', to = '', excluded } of ranges) {
          const months = splitIntoMonths(period).filter(({ key }) => key >= from && key <= to);
          const days =
            grain === 'day' ? listed({ from, to }) : months.flatMap(({ key }) => listed(monthOf(`${key}-01`)));
          for (const key of days) covered.set(key, (covered.get(key) ?? 0) + (excluded ? -1 : 1));
          if (grain === 'day') expect(days.length).toBeLessThanOrEqual(ranges.length > 1 ? 16 : 32);
        }
        expect([...covered].filter(([, times]) => times !== 0).map(([key, times]) => [key, times])).toEqual(
          listed(period).map((key) => [key, 1]),
        );
      }),
    );
  });
});
