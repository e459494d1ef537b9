import { duePeriods, lastPeriod, nextRun } from './schedule-periods';

describe('the next run of a schedule', () => {
  // 2026-11-22 is a Sunday.
  it.each([
    ['daily', '2026-11-22', '2026-11-23'],
    ['weekly', '2026-11-22', '2026-11-23'],
    ['weekly', '2026-11-23', '2026-11-30'],
    ['monthly', '2026-11-22', '2026-12-01'],
    ['monthly', '2026-12-31', '2027-01-01'],
  ] as const)('%s, on %s, is on %s', (frequency, today, next) => {
    const tried = lastPeriod(frequency, today);
    expect(nextRun({ frequency, lastPeriod: tried }, today)).toBe(next);
    // On that day and not before, there is another period.
    expect(lastPeriod(frequency, next)).not.toEqual(tried);
  });

  it('is today until the last period has been tried', () => {
    expect(nextRun({ frequency: 'monthly', lastPeriod: null }, '2026-11-22')).toBe('2026-11-22');
    const september = { from: '2026-09-01', to: '2026-09-30' };
    expect(nextRun({ frequency: 'monthly', lastPeriod: september }, '2026-11-22')).toBe('2026-11-22');
  });

  it('is today while an earlier period is due again', () => {
    const tried = lastPeriod('weekly', '2026-11-22');
    expect(nextRun({ frequency: 'weekly', lastPeriod: tried, dueFrom: tried.from }, '2026-11-22')).toBe('2026-11-22');
  });
});

describe('the periods that are due', () => {
  it('are all since a day, the earliest first, at most 62', () => {
    expect(duePeriods({ frequency: 'weekly', lastPeriod: null, dueFrom: '2026-11-03' }, '2026-11-22')).toEqual([
      { from: '2026-11-02', to: '2026-11-08' },
      { from: '2026-11-09', to: '2026-11-15' },
    ]);
    const due = duePeriods({ frequency: 'daily', lastPeriod: null, dueFrom: '2026-01-01' }, '2026-11-22');
    expect(due).toHaveLength(62);
    expect(due.at(-1)).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  });
});
