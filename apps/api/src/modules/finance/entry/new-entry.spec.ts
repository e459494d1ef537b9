import { PoliciesSchema } from '@shifa/contract';
import { dateFault, determineFlags, type PostingContext, postingContext } from './new-entry';

const policies = PoliciesSchema.parse({});
const context: PostingContext = { today: '2026-11-21', policy: policies.finance, closedThrough: null };

describe('the flags of an entry', () => {
  it.each([
    [5_000_000, []],
    [5_000_001, ['above_limit']],
  ])('at %d paise are %j', (amountPaise, flags) => {
    expect(determineFlags({ date: '2026-11-21', amountPaise }, context)).toEqual(flags);
  });

  it.each([
    ['2026-11-21', []],
    ['2026-11-14', []],
    ['2026-11-13', ['back_dated']],
  ])('of %s are %j on November 21', (date, flags) => {
    expect(determineFlags({ date, amountPaise: 1 }, context)).toEqual(flags);
  });

  it('follow the policy of the laboratory', () => {
    const policy = { ...policies.finance, approvalLimitPaise: 100, backdatedAfterDays: 0 };
    expect(determineFlags({ date: '2026-11-20', amountPaise: 101 }, { ...context, policy })).toEqual([
      'above_limit',
      'back_dated',
    ]);
    expect(determineFlags({ date: '2026-11-21', amountPaise: 100 }, { ...context, policy })).toEqual([]);
  });

  it('mark dates up to the last closed day', () => {
    const closedThrough = { ...context, closedThrough: '2026-11-20' };
    expect(determineFlags({ date: '2026-11-20', amountPaise: 1 }, closedThrough)).toEqual(['locked_period']);
    expect(determineFlags({ date: '2026-11-21', amountPaise: 1 }, closedThrough)).toEqual([]);
  });
});

describe('the date of an entry', () => {
  it('is judged in the time zone of its laboratory', () => {
    const now = new Date('2026-11-20T20:30:00Z');
    const inDubai = postingContext({ timezone: 'Asia/Dubai', policies }, null, now);
    const inLondon = postingContext({ timezone: 'Europe/London', policies }, null, now);
    expect(inDubai.today).toBe('2026-11-21');
    expect(determineFlags({ date: '2026-11-13', amountPaise: 1 }, inDubai)).toEqual(['back_dated']);
    expect(determineFlags({ date: '2026-11-13', amountPaise: 1 }, inLondon)).toEqual([]);
    expect(dateFault('2026-11-21', 'super_admin', inDubai)).toBeUndefined();
    expect(dateFault('2026-11-21', 'super_admin', inLondon)).toEqual({
      code: 'VALIDATION_FAILED',
      message: 'Must not be after today, Nov 20, 2026',
    });
  });

  it('cannot lie in a closed period, except for a super admin', () => {
    const closedThrough = { ...context, closedThrough: '2026-10-31' };
    expect(dateFault('2026-11-01', 'lab_admin', closedThrough)).toBeUndefined();
    expect(dateFault('2026-10-31', 'super_admin', closedThrough)).toBeUndefined();
    expect(dateFault('2026-10-31', 'lab_admin', closedThrough)).toEqual({
      code: 'PERIOD_LOCKED',
      message: 'The books are closed through Oct 31, 2026. Only a super admin can post to a closed period.',
      external: true,
    });
  });
});
