import { describe, expect, it } from 'vitest';
import { BusinessDaySchema, DayRangeQuery, daysBetween, TimeZoneSchema } from './day.js';

describe('a business day', () => {
  it.each(['2026-02-28', '2024-02-29', '1999-12-31'])('accepts %s', (day) => {
    expect(BusinessDaySchema.safeParse(day).success).toBe(true);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '2026-01-01T00:00:00Z', ''])('rejects %j', (day) => {
    expect(BusinessDaySchema.safeParse(day).success).toBe(false);
  });

  it('says of a blank field that a date is required', () => {
    expect(BusinessDaySchema.safeParse('').error?.issues).toMatchObject([{ message: 'Date is required' }]);
    expect(BusinessDaySchema.safeParse('1/2/26').error?.issues).toMatchObject([{ message: 'Enter a date' }]);
  });
});

describe('a period', () => {
  it('counts both ends', () => {
    expect(daysBetween('2026-01-01', '2026-01-31')).toBe(31);
  });

  it('has at most 366 days and does not end before it starts', () => {
    expect(DayRangeQuery.safeParse({ from: '2024-01-01', to: '2024-12-31' }).success).toBe(true);
    expect(DayRangeQuery.safeParse({ from: '2024-01-01', to: '2025-01-01' }).error?.issues[0]?.path).toEqual(['to']);
    expect(DayRangeQuery.safeParse({ from: '2024-01-02', to: '2024-01-01' }).error?.issues[0]?.path).toEqual(['to']);
  });
});

describe('a time zone', () => {
  it('must be known to the runtime', () => {
    expect(TimeZoneSchema.safeParse('Asia/Kolkata').success).toBe(true);
    expect(TimeZoneSchema.safeParse('Mars/Olympus').success).toBe(false);
  });
});
