import { dueFromOnceSaved, duePeriods, lastPeriod, nextRun } from './schedule-periods';

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

describe('the first day to report on once a schedule is saved', () => {
  const october = { from: '2026-10-01', to: '2026-10-31' };
  const week = { from: '2026-11-09', to: '2026-11-15' };
  const lastOfOctober = { from: '2026-10-31', to: '2026-10-31' };
  const save = (
    before: Partial<Parameters<typeof dueFromOnceSaved>[0]>,
    changes: Parameters<typeof dueFromOnceSaved>[1],
    { failedFrom = null, today = '2026-11-22' }: { failedFrom?: string | null; today?: string } = {},
  ) => {
    const all = { frequency: 'monthly', lastPeriod: october, active: true, ...before } as const;
    const dueFrom = dueFromOnceSaved(all, changes, { failedFrom, today });
    const { frequency } = { ...all, ...changes };
    return { dueFrom, due: duePeriods({ ...all, frequency, dueFrom }, today).map(({ from }) => from) };
  };

  it('is after the last period where its frequency stays', () => {
    expect(save({}, { active: true })).toEqual({ dueFrom: null, due: [] });
    expect(save({}, { frequency: 'monthly' })).toEqual({ dueFrom: null, due: [] });
  });

  it('leaves out no day of the period under way, and repeats no period, with a shorter one', () => {
    expect(save({}, { frequency: 'weekly' }).due).toEqual(['2026-10-26', '2026-11-02', '2026-11-09']);
    expect(save({}, { frequency: 'daily' }, { today: '2026-11-04' }).due).toEqual([
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
    ]);
    expect(save({}, { frequency: 'daily' }, { today: '2026-11-01' }).due).toEqual([]);
  });

  it('leaves out no period that was due', () => {
    const september = { from: '2026-09-01', to: '2026-09-30' };
    const { due } = save({ lastPeriod: september }, { frequency: 'weekly' }, { today: '2026-11-02' });
    expect(due).toEqual(['2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26']);
  });

  it('is that of the last longer period, also where it ends on the same day as the last one', () => {
    const fromDaily = { frequency: 'daily', lastPeriod: lastOfOctober } as const;
    expect(save(fromDaily, { frequency: 'monthly' }, { today: '2026-11-01' }).due).toEqual(['2026-10-01']);
    expect(save({ frequency: 'weekly', lastPeriod: week }, { frequency: 'monthly' }).due).toEqual(['2026-10-01']);
  });

  it('is what it was where the frequency is changed back before the next run', () => {
    const { dueFrom } = save({}, { frequency: 'weekly' });
    expect(save({ frequency: 'weekly', dueFrom }, { frequency: 'monthly' }).due).toEqual([]);
  });

  it('is that of the last period after a pause, or earlier for what has failed', () => {
    const paused = { frequency: 'daily', lastPeriod: lastOfOctober, active: false } as const;
    expect(save(paused, { active: true }).due).toEqual(['2026-11-21']);
    expect(save(paused, { active: true }, { today: '2026-11-01' }).due).toEqual([]);
    const failed = { failedFrom: '2026-10-30', today: '2026-11-02' };
    expect(save(paused, { active: true }, failed).due).toEqual(['2026-10-30', '2026-10-31', '2026-11-01']);
  });

  it('divides a period that failed', () => {
    const { due } = save({}, { frequency: 'weekly' }, { failedFrom: '2026-10-01', today: '2026-11-02' });
    expect(due).toEqual(['2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26']);
  });
});
