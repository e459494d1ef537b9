import fc from 'fast-check';
import { addDays, monthOf } from '../../../platform/time/business-day';
import { daysOf, monthsOf, type Period } from '../../../platform/time/report-period';
import { rangesOf } from './ledger-ranges';

const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2022-12-25', days));
const periods = fc
  .tuple(day, fc.integer({ min: 1, max: 366 }))
  .map(([from, days]): Period => ({ from, to: addDays(from, days - 1) }));
const wholeMonths = fc
  .tuple(day, fc.integer({ min: 0, max: 300 }))
  .map(([from, days]): Period => ({ from: monthOf(from).from, to: monthOf(addDays(from, days)).to }));

const listed = ({ from, to }: Period) => daysOf({ from, to }).map(({ key }) => key);

describe('the ranges of a period', () => {
  it('are months in the middle and days at the ends', () => {
    expect(rangesOf({ from: '2026-09-29', to: '2026-12-02' })).toEqual([
      { grain: 'day', from: '2026-09-29', to: '2026-09-30' },
      { grain: 'month', from: '2026-10', to: '2026-11' },
      { grain: 'day', from: '2026-12-01', to: '2026-12-02' },
    ]);
    expect(rangesOf({ from: '2026-04-01', to: '2027-03-31' })).toEqual([
      { grain: 'month', from: '2026-04', to: '2027-03' },
    ]);
    expect(rangesOf({ from: '2026-10-31', to: '2026-11-29' })).toEqual([
      { grain: 'day', from: '2026-10-31', to: '2026-11-29' },
    ]);
  });

  it('have open ends if the period does', () => {
    expect(rangesOf({})).toEqual([{ grain: 'month' }]);
    expect(rangesOf({ from: '2026-12-15' })).toEqual([
      { grain: 'day', from: '2026-12-15', to: '2026-12-31' },
      { grain: 'month', from: '2027-01' },
    ]);
    expect(rangesOf({ from: '9999-12-15' })[1]).toEqual({ grain: 'month', from: '9999-12' });
    expect(rangesOf({ to: '2026-11-30' })).toEqual([{ grain: 'month', to: '2026-11' }]);
  });

  it('cover each day once', () => {
    fc.assert(
      fc.property(fc.oneof(periods, wholeMonths), (period) => {
        const covered = rangesOf(period).flatMap(({ grain, from, to }) => {
          if (grain === 'day') return listed({ from: from ?? '', to: to ?? '' });
          const months = monthsOf(period).filter(({ key }) => (!from || key >= from) && (!to || key <= to));
          return months.flatMap(({ key }) => listed(monthOf(`${key}-01`)));
        });
        expect(covered).toEqual(listed(period));
      }),
    );
  });
});
