import { nextId, nextNumber } from '../testing/sequence.js';
import {
  type AttendancePerson,
  AttendancePersonSchema,
  type AttendanceRecord,
  AttendanceRecordSchema,
} from './attendance.schema.js';
import { type ClockState, ClockStateSchema } from './clock.schema.js';
import { type Leave, LeaveSchema } from './leave.schema.js';

const laboratory = { _id: '64b000000000000000000001', name: 'Kolkata Main', code: 'KOL', timezone: 'Asia/Kolkata' };

const dayShift = {
  start: '09:00',
  end: '18:00',
  breakMinutes: 30,
  graceLateMinutes: 15,
  halfDayBelowMinutes: 240,
  overtimeAfterMinutes: 30,
  timezone: 'Asia/Kolkata',
};

export function attendancePerson(overrides: Partial<AttendancePerson> = {}): AttendancePerson {
  return AttendancePersonSchema.parse({
    _id: nextId(),
    name: 'Rohan Das',
    employeeCode: `KOL-${String(nextNumber()).padStart(4, '0')}`,
    role: 'staff',
    department: 'Pathology',
    ...overrides,
  });
}

const punch = (at: string) => ({
  at,
  method: 'qr',
  distanceMetres: 12,
  withinFence: true,
  device: 'Chrome on Android',
});

/** A complete day from 9:02 to 18:05 in Kolkata. */
export function attendanceRecord(overrides: Partial<AttendanceRecord> = {}): AttendanceRecord {
  const [clockIn, clockOut] = [punch('2026-11-20T03:32:00.000Z'), punch('2026-11-20T12:35:00.000Z')];
  return AttendanceRecordSchema.parse({
    _id: nextId(),
    userId: attendancePerson(),
    laboratoryId: laboratory,
    workDate: '2026-11-20',
    shift: dayShift,
    dayKind: 'working',
    leave: null,
    segments: [{ clockIn, clockOut }],
    breaks: [],
    clockIn,
    clockOut,
    open: false,
    onBreak: false,
    status: 'present',
    lateMinutes: 0,
    earlyMinutes: 0,
    workedMinutes: 513,
    overtimeMinutes: 0,
    calculation: {
      startsAt: '2026-11-20T03:30:00.000Z',
      endsAt: '2026-11-20T12:30:00.000Z',
      presentMinutes: 543,
      breakMinutes: 30,
      expectedMinutes: 510,
      extraMinutes: 3,
    },
    approvalStatus: 'not_required',
    flags: [],
    decidedBy: null,
    decidedAt: null,
    reason: null,
    correction: null,
    notes: null,
    createdAt: clockIn.at,
    updatedAt: clockOut.at,
    updatedBy: 'Rohan Das',
    version: 2,
    actions: {
      edit: { allowed: true },
      replaceShift: { allowed: true },
      approve: { allowed: true },
      reject: { allowed: true },
      correct: { allowed: true },
      remove: { allowed: true },
    },
    ...overrides,
  });
}

/** Before the shift of a working day, clocked out. */
export function clockState(overrides: Partial<ClockState> = {}): ClockState {
  return ClockStateSchema.parse({
    state: 'out',
    record: null,
    last: null,
    now: '2026-11-20T03:20:00.000Z',
    today: '2026-11-20',
    timezone: 'Asia/Kolkata',
    dayKind: 'working',
    holiday: null,
    leave: null,
    shift: dayShift,
    startsAt: '2026-11-20T03:30:00.000Z',
    endsAt: '2026-11-20T12:30:00.000Z',
    actions: { clockIn: { allowed: true } },
    ...overrides,
  });
}

/** A pending request for two days. */
export function leave(overrides: Partial<Leave> = {}): Leave {
  const { timezone: _, ...laboratoryId } = laboratory;
  return LeaveSchema.parse({
    _id: nextId(),
    userId: attendancePerson(),
    laboratoryId,
    type: 'casual',
    from: '2026-11-26',
    to: '2026-11-27',
    part: 'full',
    days: 2,
    reason: 'A wedding in the family',
    status: 'pending',
    decidedBy: null,
    decidedAt: null,
    decisionReason: null,
    cancelledBy: null,
    cancelledAt: null,
    cancellationReason: null,
    createdAt: '2026-11-20T05:00:00.000Z',
    updatedAt: '2026-11-20T05:00:00.000Z',
    updatedBy: 'Rohan Das',
    version: 1,
    actions: { approve: { allowed: true }, reject: { allowed: true }, cancel: { allowed: true } },
    ...overrides,
  });
}
