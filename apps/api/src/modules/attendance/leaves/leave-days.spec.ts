import { PoliciesSchema, type Shift } from '@shifa/contract';
import { planOf } from '../days/calendar';
import { countLeaveDays, leaveInWords, leaveOn, overlapping } from './leave-days';
import type { LeaveRow } from './leave.repository';

const laboratory = {
  weeklyOff: [0],
  holidays: [{ date: '2026-12-25', name: 'Christmas' }],
  workingHours: { start: '09:00', end: '18:00' },
  timezone: 'Asia/Kolkata',
  policies: PoliciesSchema.parse({ attendance: {}, finance: {}, inventory: {}, roster: {} }),
};
const person = { shift: null, joiningDate: '2020-01-01', exitDate: null };
const night: Shift = {
  start: '22:00',
  end: '06:00',
  breakMinutes: 30,
  graceLateMinutes: null,
  halfDayBelowMinutes: null,
  overtimeAfterMinutes: null,
  weekdays: [1, 2, 3],
};
const range = (from: string, to = from, part: LeaveRow['part'] = 'full') => ({ from, to, part });

describe('the days of leave', () => {
  // 2026-11-20 is a Friday.
  it.each([
    ['from Friday to Monday, with Sunday off', range('2026-11-20', '2026-11-23'), person, [[2026, 3]]],
    ['over a holiday', range('2026-12-24', '2026-12-26'), person, [[2026, 2]]],
    ['on half a day', range('2026-11-20', '2026-11-20', 'second_half'), person, [[2026, 0.5]]],
    ['on a day off', range('2026-11-22'), person, []],
    ['on a holiday', range('2026-12-25'), person, []],
    [
      'over new year',
      range('2026-12-30', '2027-01-04'),
      person,
      [
        [2026, 2],
        [2027, 3],
      ],
    ],
    ['by the week of the person', range('2026-11-20', '2026-11-26'), { ...person, shift: night }, [[2026, 3]]],
    ['before joining', range('2026-11-20', '2026-11-24'), { ...person, joiningDate: '2026-11-23' }, [[2026, 2]]],
    ['after the last day', range('2026-11-20', '2026-11-24'), { ...person, exitDate: '2026-11-20' }, [[2026, 1]]],
    ['at the end of time', range('9999-12-31'), person, [[9999, 1]]],
  ])('%s', (_, leave, whose, expected) => {
    const kindOn = (day: string) => planOf(day, whose, laboratory, null).kind;
    const { holidays } = laboratory;
    expect(countLeaveDays(leave, whose, { holidays, kindOn }).map(({ year, days }) => [year, days])).toEqual(expected);
  });

  it('cover a part of a day, and two halves all of it', () => {
    const leaves = [range('2026-11-20', '2026-11-23'), range('2026-11-24', '2026-11-24', 'first_half')];
    expect(leaveOn(leaves, '2026-11-22')).toBe('full');
    expect(leaveOn(leaves, '2026-11-24')).toBe('first_half');
    expect(leaveOn([...leaves, range('2026-11-24', '2026-11-24', 'second_half')], '2026-11-24')).toBe('full');
    expect(leaveOn(leaves, '2026-11-25')).toBeNull();
  });

  it.each([
    ['full', 'full', true],
    ['full', 'first_half', true],
    ['second_half', 'full', true],
    ['first_half', 'first_half', true],
    ['first_half', 'second_half', false],
  ] as const)('%s and %s on one day overlap: %s', (one, other, expected) => {
    const others = [range('2026-11-20', '2026-11-20', other)] as LeaveRow[];
    expect(overlapping(range('2026-11-20', '2026-11-20', one), others) !== undefined).toBe(expected);
  });

  it('in words', () => {
    expect(leaveInWords({ ...range('2026-11-20', '2026-11-23'), type: 'earned' })).toBe(
      'Earned leave from Nov 20, 2026 to Nov 23, 2026',
    );
    const half = { ...range('2026-11-20', '2026-11-20', 'first_half'), type: 'sick' as const };
    expect(leaveInWords(half)).toBe('Sick leave on Nov 20, 2026 (first half)');
  });
});
