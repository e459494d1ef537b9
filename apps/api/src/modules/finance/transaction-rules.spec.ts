import { PoliciesSchema } from '@shifa/contract';
import { type Books, booksOf, faultOfDate, flagsOf } from './transaction-rules';

const policies = PoliciesSchema.parse({});
const books: Books = { today: '2026-11-21', policy: policies.finance, lockedThrough: null };

describe('the flags of an entry', () => {
  it.each([
    [5_000_000, []],
    [5_000_001, ['above_limit']],
  ])('at %d paise are %j', (amountPaise, flags) => {
    expect(flagsOf({ date: '2026-11-21', amountPaise }, books)).toEqual(flags);
  });

  it.each([
    ['2026-11-21', []],
    ['2026-11-14', []],
    ['2026-11-13', ['back_dated']],
  ])('of %s are %j on November 21', (date, flags) => {
    expect(flagsOf({ date, amountPaise: 1 }, books)).toEqual(flags);
  });

  it('follow the policy of the laboratory', () => {
    const policy = { approvalLimitPaise: 100, backdatedAfterDays: 0 };
    expect(flagsOf({ date: '2026-11-20', amountPaise: 101 }, { ...books, policy })).toEqual([
      'above_limit',
      'back_dated',
    ]);
    expect(flagsOf({ date: '2026-11-21', amountPaise: 100 }, { ...books, policy })).toEqual([]);
  });

  it('mark what falls on or before the last closed day', () => {
    const closed = { ...books, lockedThrough: '2026-11-20' };
    expect(flagsOf({ date: '2026-11-20', amountPaise: 1 }, closed)).toEqual(['locked_period']);
    expect(flagsOf({ date: '2026-11-21', amountPaise: 1 }, closed)).toEqual([]);
  });
});

describe('the date of an entry', () => {
  it('is judged by the calendar of its laboratory', () => {
    const now = new Date('2026-11-20T20:30:00Z');
    const inDubai = booksOf({ timezone: 'Asia/Dubai', policies }, null, now);
    const inLondon = booksOf({ timezone: 'Europe/London', policies }, null, now);
    expect(inDubai.today).toBe('2026-11-21');
    expect(flagsOf({ date: '2026-11-13', amountPaise: 1 }, inDubai)).toEqual(['back_dated']);
    expect(flagsOf({ date: '2026-11-13', amountPaise: 1 }, inLondon)).toEqual([]);
    expect(faultOfDate('2026-11-21', 'super_admin', inDubai)).toBeNull();
    expect(faultOfDate('2026-11-21', 'super_admin', inLondon)).toEqual({
      code: 'VALIDATION_FAILED',
      message: 'Must not be after today, Nov 20, 2026',
    });
  });

  it('lies in a closed period for all but a super admin', () => {
    const closed = { ...books, lockedThrough: '2026-10-31' };
    expect(faultOfDate('2026-11-01', 'lab_admin', closed)).toBeNull();
    expect(faultOfDate('2026-10-31', 'super_admin', closed)).toBeNull();
    expect(faultOfDate('2026-10-31', 'lab_admin', closed)).toEqual({
      code: 'PERIOD_LOCKED',
      message: 'The books are closed through Oct 31, 2026: only a super admin posts into them',
    });
  });
});
