import {
  attendanceApprovals,
  attendanceStatuses,
  type AttendanceFlag,
  attendanceFlags,
  dayKinds,
  dayLeaves,
  isNight,
  leaveTypes,
  type MonthPart,
  monthParts,
} from '@shifa/contract';
import fc from 'fast-check';
import { newId } from '../../../platform/domain/object-id';
import { eachDay } from '../../../platform/time/business-day';
import { figuresOf, partsOf, pendingKindOf, type SheetDay, type SheetRecord } from './sheet-line';

const DAY = '2026-10-05';
const shift = { start: '09:00', end: '18:00', breakMinutes: 60, timezone: 'Asia/Kolkata' } as const;
const night = { ...shift, start: '22:00', end: '06:00' };
const times = { graceLateMinutes: 10, halfDayBelowMinutes: 240, overtimeAfterMinutes: 30 };

function record(overrides: Partial<SheetRecord> = {}): SheetRecord {
  return {
    _id: newId(),
    userId: newId(),
    workDate: DAY,
    status: 'present',
    approvalStatus: 'not_required',
    overtimeRefused: false,
    open: false,
    dayKind: 'working',
    leave: null,
    lateMinutes: 0,
    overtimeMinutes: 0,
    flags: [],
    correction: null,
    shift: { ...shift, ...times },
    ...overrides,
  };
}

function sheetDay(overrides: Partial<SheetDay> = {}): SheetDay {
  const usual = { isElsewhere: false, isEmployed: true, kind: 'working', leaves: [], isOpen: false } as const;
  return { day: DAY, record: undefined, ...usual, ...overrides };
}

const leave = (type: (typeof leaveTypes)[number], part: (typeof dayLeaves)[number] = 'full') => ({
  from: DAY,
  to: DAY,
  type,
  part,
});
const correction = { segments: [], breaks: [], reason: 'Forgot', requestedAt: new Date(0) };

describe('the parts of a day', () => {
  it.each<[string, Partial<SheetDay>, Partial<Record<MonthPart, number>>]>([
    ['a day at work', { record: record() }, { worked: 2 }],
    ['a short day', { record: record({ status: 'half_day' }) }, { worked: 1, absent: 1 }],
    ['an absence', { record: record({ status: 'absent' }) }, { absent: 2 }],
    ['no record', {}, { unrecorded: 2 }],
    ['no record yet', { isOpen: true }, { undecided: 2 }],
    ['no record on a holiday to come', { kind: 'holiday', isOpen: true }, { holiday: 2 }],
    ['work on a weekly off', { record: record({ dayKind: 'weekly_off' }) }, { weeklyOff: 2 }],
    ['leave', { leaves: [leave('sick')] }, { leave_sick: 2 }],
    [
      'two halves of leave',
      { leaves: [leave('sick', 'second_half'), leave('unpaid', 'first_half')] },
      { leave_sick: 1, leave_unpaid: 1 },
    ],
    [
      'half a day of leave and nothing else',
      { leaves: [leave('casual', 'first_half')] },
      { leave_casual: 1, unrecorded: 1 },
    ],
    [
      'half a day of leave and half at work',
      { leaves: [leave('casual', 'first_half')], record: record({ status: 'half_day', leave: 'first_half' }) },
      { leave_casual: 1, worked: 1 },
    ],
    [
      'half a day of leave and an absence',
      { leaves: [leave('casual', 'first_half')], record: record({ status: 'absent', leave: 'first_half' }) },
      { leave_casual: 1, absent: 1 },
    ],
    ['work on a day of leave', { leaves: [leave('sick')], record: record({ leave: 'full' }) }, { worked: 2 }],
    [
      'half a day of work on a day of leave',
      { leaves: [leave('sick')], record: record({ leave: 'full', status: 'half_day' }) },
      { worked: 1, leave_sick: 1 },
    ],
    ['an open session', { record: record({ open: true }) }, { undecided: 2 }],
    [
      'a correction of an absence',
      { record: record({ status: 'absent', approvalStatus: 'pending', correction, flags: ['correction'] }) },
      { undecided: 2 },
    ],
    [
      'pending overtime',
      { record: record({ approvalStatus: 'pending', flags: ['overtime'], overtimeMinutes: 60 }) },
      { worked: 2 },
    ],
    ['rejected work', { record: record({ approvalStatus: 'rejected', flags: ['manual_entry'] }) }, { absent: 2 }],
    ['rejected overtime', { record: record({ approvalStatus: 'rejected', overtimeRefused: true }) }, { worked: 2 }],
    [
      'an approved missed clock-out',
      { record: record({ status: 'missed_clock_out', approvalStatus: 'approved' }) },
      { worked: 2 },
    ],
    ['a day before joining', { isEmployed: false, kind: 'weekly_off' }, { notEmployed: 2 }],
    ['an absence before joining', { isEmployed: false, record: record({ status: 'absent' }) }, { notEmployed: 2 }],
    ['work before joining', { isEmployed: false, record: record() }, { worked: 2 }],
    ['a day in another laboratory', { isElsewhere: true, kind: 'holiday' }, { elsewhere: 2 }],
  ])('%s', (_, overrides, expected) => {
    expect(partsOf(sheetDay(overrides))).toEqual(expected);
  });
});

it('counts nights, late and half days of settled work, and overtime by its decision', () => {
  const overtime = { flags: ['overtime'] satisfies AttendanceFlag[], overtimeMinutes: 90 };
  const figures = figuresOf([
    sheetDay({ record: record({ shift: { ...night, ...times }, status: 'late', lateMinutes: 20 }) }),
    sheetDay({ record: record({ shift: { ...night, ...times }, open: true, lateMinutes: 20 }) }),
    sheetDay({ record: record({ ...overtime, approvalStatus: 'approved' }) }),
    sheetDay({ record: record({ ...overtime, approvalStatus: 'pending' }) }),
    sheetDay({ record: record({ ...overtime, approvalStatus: 'rejected', flags: ['manual_entry', 'overtime'] }) }),
    sheetDay({ record: record({ status: 'half_day' }) }),
  ]);
  expect(figures).toMatchObject({
    nights: 1,
    lateDays: 1,
    halfDays: 1,
    overtimeMinutes: 90,
    pendingOvertimeMinutes: 90,
    calendarDays: 6,
    worked: 3.5,
    absent: 1.5,
    undecided: 1,
    paid: 3.5,
    lossOfPay: 1.5,
  });
});

/** Labels the two halves of a day one after the other, written from the rules and not from the code. */
function labelled({ day, record: own, isElsewhere, isEmployed, kind, leaves, isOpen }: SheetDay): MonthPart[] {
  const both = (part: MonthPart): MonthPart[] => [part, part];
  if (isElsewhere) return both('elsewhere');
  const isRefused = own?.approvalStatus === 'rejected' && !own.overtimeRefused;
  const came = own !== undefined && ['present', 'late', 'half_day', 'missed_clock_out'].includes(own.status);
  if (!isEmployed && (!came || isRefused)) return both('notEmployed');
  if (isEmployed) {
    const dayIs = own ? own.dayKind : kind;
    if (dayIs === 'holiday') return both('holiday');
    if (dayIs === 'weekly_off') return both('weeklyOff');
  }
  const onLeave = (['first_half', 'second_half'] as const).map((half): MonthPart | null => {
    if (own && own.leave !== 'full' && own.leave !== half) return null;
    const one = leaves.find(({ from, to, part }) => from <= day && day <= to && [half, 'full'].includes(part));
    return one ? `leave_${one.type}` : null;
  });
  const filled = (part: MonthPart) => onLeave.map((half) => half ?? part);
  const isOnLeave = !onLeave.includes(null);
  if (!own) return filled(isOpen ? 'undecided' : 'unrecorded');
  const isQuestion =
    own.open ||
    (own.approvalStatus === 'pending' &&
      (own.correction !== null || own.flags.some((flag) => flag !== 'overtime' && flag !== 'holiday_work')));
  if (isQuestion) return isOnLeave && came ? both('undecided') : filled('undecided');
  if (isRefused || !came) return filled('absent');
  if (own.status !== 'half_day') return isOnLeave ? both('worked') : filled('worked');
  if (isOnLeave) return [onLeave[0] ?? 'absent', 'worked'];
  return onLeave.some((half) => half !== null) ? filled('worked') : ['worked', 'absent'];
}

const days = eachDay('2026-02-01', '2026-02-28');
const anyLeave = fc.record({
  from: fc.constantFrom('2026-01-20', ...days.slice(0, 14)),
  to: fc.constantFrom(...days.slice(10), '2026-03-09'),
  part: fc.constantFrom(...dayLeaves),
  type: fc.constantFrom(...leaveTypes),
});
const anyRecord = fc.record({
  status: fc.constantFrom(...attendanceStatuses),
  approvalStatus: fc.constantFrom(...attendanceApprovals),
  overtimeRefused: fc.boolean(),
  open: fc.boolean(),
  dayKind: fc.constantFrom(...dayKinds),
  leave: fc.option(fc.constantFrom(...dayLeaves)),
  lateMinutes: fc.constantFrom(0, 0, 25),
  overtimeMinutes: fc.constantFrom(0, 0, 45, 120),
  flags: fc.uniqueArray(fc.constantFrom(...attendanceFlags), { maxLength: 2 }),
  correction: fc.option(fc.constant(correction), { freq: 5 }),
  shift: fc.option(fc.constantFrom({ ...shift, ...times }, { ...night, ...times }), { freq: 9 }),
});
const anyDay = fc.record({
  record: fc.option(anyRecord, { nil: undefined }),
  isElsewhere: fc.boolean(),
  isEmployed: fc.boolean(),
  kind: fc.constantFrom(...dayKinds),
  leaves: fc.array(anyLeave, { maxLength: 3 }),
  isOpen: fc.boolean(),
});
const anyMonth = fc.array(anyDay, { minLength: days.length, maxLength: days.length }).map((all) =>
  all.map((one, index): SheetDay => {
    const workDate = days[index] ?? '';
    return { ...one, day: workDate, record: one.record && record({ ...one.record, workDate }) };
  }),
);

it('agrees with an independent count of any month, whose parts are its days', () => {
  fc.assert(
    fc.property(anyMonth, (month) => {
      const figures = figuresOf(month);
      const labels = month.flatMap(labelled);
      const expected = Object.fromEntries(
        monthParts.map((part) => [part, labels.filter((label) => label === part).length / 2]),
      );
      expect(figures).toMatchObject(expected);
      const { calendarDays, paid, lossOfPay, undecided, elsewhere, notEmployed } = figures;
      expect(calendarDays).toBe(days.length);
      expect(paid + lossOfPay + undecided + elsewhere + notEmployed).toBe(calendarDays);
      const unpaid = labels.filter((label) => ['absent', 'unrecorded', 'leave_unpaid'].includes(label));
      expect(lossOfPay).toBe(unpaid.length / 2);
      const settled = month.flatMap(({ record: own, isElsewhere }) =>
        own && !isElsewhere && (own.approvalStatus !== 'rejected' || own.overtimeRefused) ? [own] : [],
      );
      const overtime = (isPending: boolean) =>
        settled
          .filter(({ approvalStatus }) => (approvalStatus === 'pending') === isPending)
          .reduce((sum, own) => sum + own.overtimeMinutes, 0);
      expect([figures.overtimeMinutes, figures.pendingOvertimeMinutes]).toEqual([overtime(false), overtime(true)]);
      const atWork = settled.filter(
        (own) =>
          [undefined, 'overtime'].includes(pendingKindOf(own)) &&
          !['absent', 'on_leave', 'holiday', 'weekly_off'].includes(own.status),
      );
      expect(figures.nights).toBe(atWork.filter((own) => own.shift && isNight(own.shift)).length);
    }),
    { numRuns: 3_000 },
  );
});
