import { addDays, businessDay, monthOf } from './business-day';

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
