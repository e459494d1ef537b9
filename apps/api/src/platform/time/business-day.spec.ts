import { addDays, businessDay, eachDay, instantAt, monthOf, startOfDay } from './business-day';

describe('a business day', () => {
  it('is the day on the wall of the laboratory, not the server', () => {
    const instant = new Date('2026-03-31T19:30:00Z');
    expect(businessDay(instant, 'Asia/Kolkata')).toBe('2026-04-01');
    expect(businessDay(instant, 'Asia/Dubai')).toBe('2026-03-31');
  });

  it('knows its month, leap years included', () => {
    expect(monthOf('2024-02-10')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(monthOf('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });

  it('moves across months', () => {
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});

describe('the instant of a local time', () => {
  it.each([
    ['2026-03-10', '09:00', 'Asia/Kolkata', '2026-03-10T03:30'],
    ['2026-01-01', '00:00', 'Pacific/Auckland', '2025-12-31T11:00'],
    ['2026-12-31', '23:59', 'America/St_Johns', '2027-01-01T03:29'],
    // Clocks go forward at 02:00: the times up to 03:00 are skipped.
    ['2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59'],
    ['2026-03-08', '02:00', 'America/New_York', '2026-03-08T07:00'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:00'],
    ['2026-03-08', '02:59', 'America/New_York', '2026-03-08T07:00'],
    ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00'],
    ['2026-03-08', '03:01', 'America/New_York', '2026-03-08T07:01'],
    // Clocks go back at 02:00: the times from 01:00 occur twice.
    ['2026-11-01', '00:59', 'America/New_York', '2026-11-01T04:59'],
    ['2026-11-01', '01:00', 'America/New_York', '2026-11-01T05:00'],
    ['2026-11-01', '01:59', 'America/New_York', '2026-11-01T05:59'],
    ['2026-11-01', '02:00', 'America/New_York', '2026-11-01T07:00'],
    // East of UTC, by half an hour, and a zone that skipped a whole day.
    ['2026-09-27', '02:30', 'Pacific/Auckland', '2026-09-26T14:00'],
    ['2026-04-05', '02:30', 'Pacific/Auckland', '2026-04-04T13:30'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:30'],
    ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45'],
    ['2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T10:00'],
  ])('%s %s in %s is %s UTC', (day, time, timezone, utc) => {
    expect(instantAt(day, time, timezone)).toEqual(new Date(`${utc}:00Z`));
  });

  it.each([
    ['2026-03-10', 'Asia/Kolkata', '2026-03-09T18:30'],
    // Midnight is skipped in Beirut in spring, and occurs twice in Havana in autumn.
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00'],
  ])('the day %s in %s starts at %s UTC', (day, timezone, utc) => {
    expect(startOfDay(day, timezone)).toEqual(new Date(`${utc}:00Z`));
  });
});

describe('each day', () => {
  it.each([
    ['2026-02-27', '2026-03-01', ['2026-02-27', '2026-02-28', '2026-03-01']],
    ['2026-12-31', '2026-12-31', ['2026-12-31']],
    ['2026-12-31', '2026-12-30', []],
    ['9999-12-30', '9999-12-31', ['9999-12-30', '9999-12-31']],
  ])('from %s to %s', (from, to, days) => expect(eachDay(from, to)).toEqual(days));
});
