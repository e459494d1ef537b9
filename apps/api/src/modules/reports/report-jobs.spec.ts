import { lastPeriod, nextRun } from './report-jobs';

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
    expect(nextRun(frequency, tried, today)).toBe(next);
    // On that day and not before, there is another period.
    expect(lastPeriod(frequency, next)).not.toEqual(tried);
  });

  it('is today until the last period has been tried', () => {
    expect(nextRun('monthly', null, '2026-11-22')).toBe('2026-11-22');
    expect(nextRun('monthly', { from: '2026-09-01', to: '2026-09-30' }, '2026-11-22')).toBe('2026-11-22');
  });
});
