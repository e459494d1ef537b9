import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { BusinessDaySchema, InstantSchema, isBusinessDay } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { anyOf, FlagQuery, PageQuery, sortBy } from '../common/page.js';
import { RoleSchema } from '../common/role.js';
import { optionalText, ReasonSchema } from '../common/text.js';
import {
  AttendanceApprovalSchema,
  AttendanceFlagSchema,
  AttendanceStatusSchema,
  DayKindSchema,
  DayLeaveSchema,
} from './attendance.status.js';
import { DayCalculationSchema, DayShiftSchema } from './day-shift.schema.js';

/** A date and a time of day on the laboratory's clock: `2026-11-22T09:05`. */
export const LocalTimeSchema = z
  .string('Time is required')
  .min(1, { error: 'Time is required', abort: true })
  .refine((text) => /^.{10}T([01]\d|2[0-3]):[0-5]\d$/.test(text) && isBusinessDay(text.slice(0, 10)), {
    error: 'Enter a date and a time',
  });

const NotesSchema = optionalText('Notes', 500).default(null);

/** Segments of work in one day. */
export const MAX_SEGMENTS = 6;
const MAX_BREAKS = 12;
/** A day that people clock themselves holds so many periods of work, and breaks; a record never holds more. */
export const MAX_PUNCHED_SEGMENTS = 50;
export const MAX_PUNCHED_BREAKS = 50;

const LocalSegmentSchema = z.object({ in: LocalTimeSchema, out: LocalTimeSchema });
type LocalSegment = z.infer<typeof LocalSegmentSchema>;

const isInOrder = (parts: readonly LocalSegment[]) =>
  parts.every((part, index) => part.in < part.out && (index === 0 || (parts[index - 1]?.out ?? '') <= part.in));

/** The order of times says nothing while one of them is missing. */
const isComplete = ({ issues }: { issues: readonly unknown[] }) => issues.length === 0;

/** When a person worked, on the laboratory's clock. All of it belongs to the day on which the shift starts. */
const worked = {
  segments: z
    .array(LocalSegmentSchema)
    .min(1, 'Enter when work started and ended')
    .max(MAX_SEGMENTS, `At most ${MAX_SEGMENTS} periods of work in a day`)
    .refine(isInOrder, {
      error: 'Each period must end after it starts, and start after the one before has ended',
      when: isComplete,
    }),
  breaks: z
    .array(LocalSegmentSchema)
    .max(MAX_BREAKS, `At most ${MAX_BREAKS} breaks in a day`)
    .refine(isInOrder, {
      error: 'Each break must end after it starts, and start after the one before has ended',
      when: isComplete,
    })
    .default([]),
};

/** The device of a person, named by itself with a random text that it keeps. */
const DeviceIdSchema = z
  .string()
  .min(8)
  .max(64)
  .regex(/^[\w-]+$/)
  .optional();

const PunchLocationSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** In metres, as the device estimates it. */
  accuracy: z.number().min(0).max(1_000_000),
});

const punch = z.object({
  /** The token of a scanned code. */
  qrToken: z.string().max(200).optional(),
  location: PunchLocationSchema.optional(),
  deviceId: DeviceIdSchema,
  notes: NotesSchema,
});

/** A clock-out; the time is the server's. */
export const ClockOutBody = punch.prefault({});
export type ClockOutBody = z.infer<typeof ClockOutBody>;

/** A clock-in; the time is the server's. Only people who belong to no laboratory choose one. */
export const PunchBody = punch.extend({ laboratoryId: IdSchema.optional() }).prefault({});
export type PunchBody = z.infer<typeof PunchBody>;
export type PunchInput = z.input<typeof PunchBody>;

export const punchActions = ['clock_in', 'clock_out'] as const;
export type PunchAction = (typeof punchActions)[number];

/** Clockings that are older cannot be sent, only requested as a correction. */
export const OFFLINE_HOURS = 72;

/** What a device keeps of a clocking that reached no server. */
export const OfflinePunchFields = z.object({
  action: enumOf(punchActions),
  /** Of a scanned code. The time is that of the code, which the server signed. */
  qrToken: z.string().max(200).optional(),
  /** The `Idempotency-Key` of the request that reached no server, or whose answer was lost: it counts once. */
  punchId: z
    .string()
    .min(8)
    .max(128)
    .regex(/^[\w-]+$/)
    .optional(),
  /** When the person clocked and when it is sent, both by the clock of the device: only the time between them counts. */
  tappedAt: InstantSchema.optional(),
  sentAt: InstantSchema.optional(),
  location: PunchLocationSchema.optional(),
  deviceId: DeviceIdSchema,
});

/** A clock-in or clock-out that was made without a network: a scanned code, or a tap with what identifies it. */
export const OfflinePunchBody = OfflinePunchFields.refine(
  ({ qrToken, punchId, tappedAt, sentAt }) =>
    qrToken !== undefined || (punchId !== undefined && tappedAt !== undefined && sentAt !== undefined),
  { path: ['qrToken'], error: 'A code, or punchId, tappedAt and sentAt are required' },
);
export type OfflinePunchBody = z.infer<typeof OfflinePunchBody>;

export const CreateAttendanceBody = z.object({
  userId: IdSchema,
  workDate: BusinessDaySchema,
  ...worked,
  notes: NotesSchema,
  reason: ReasonSchema,
});
export type CreateAttendanceBody = z.infer<typeof CreateAttendanceBody>;
export type CreateAttendanceInput = z.input<typeof CreateAttendanceBody>;

export const UpdateAttendanceBody = CreateAttendanceBody.omit({ userId: true, workDate: true }).extend({
  version: VersionSchema,
});
export type UpdateAttendanceBody = z.infer<typeof UpdateAttendanceBody>;

/** A person's own request to correct a day, or to enter one on which they forgot to clock in. */
export const CorrectionBody = z.object({ workDate: BusinessDaySchema, ...worked, reason: ReasonSchema });
export type CorrectionBody = z.infer<typeof CorrectionBody>;
export type CorrectionInput = z.input<typeof CorrectionBody>;

export const attendanceSorts = ['workDate', 'clockIn', 'lateMinutes', 'workedMinutes', 'overtimeMinutes'] as const;

export const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || from <= to;
export const periodFault = { path: ['to'], error: 'Must not be before the first day' };

const listFilters = {
  sort: sortBy(attendanceSorts).default('-workDate'),
  /** By the name or employee code of the person. */
  search: PageQuery.shape.search,
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
  status: anyOf(AttendanceStatusSchema).optional(),
  approvalStatus: anyOf(AttendanceApprovalSchema).optional(),
  flag: anyOf(AttendanceFlagSchema).optional(),
  open: FlagQuery.optional(),
  /** With or without any lateness. */
  late: FlagQuery.optional(),
  /** With or without any overtime. */
  overtime: FlagQuery.optional(),
  /** Only what counts in totals: what is not rejected, or of which only the overtime was. */
  counted: FlagQuery.optional(),
  /** Only what the viewer may decide on. */
  waitingForMe: FlagQuery.optional(),
};

/** Days are those of each laboratory's calendar. */
export const AttendanceListQuery = PageQuery.extend({
  ...listFilters,
  laboratoryId: anyOf(IdSchema).optional(),
  userId: IdSchema.optional(),
}).refine(isPeriod, periodFault);
export type AttendanceListQuery = z.infer<typeof AttendanceListQuery>;

export const MyAttendanceQuery = PageQuery.omit({ search: true })
  .extend({
    from: listFilters.from,
    to: listFilters.to,
    sort: listFilters.sort,
    /** Only days without a clock-out for which no correction has been requested. */
    missed: FlagQuery.optional(),
  })
  .refine(isPeriod, periodFault);
export type MyAttendanceQuery = z.infer<typeof MyAttendanceQuery>;

export const AttendancePersonSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  employeeCode: z.string(),
  role: RoleSchema,
  department: z.string().nullable(),
});
export type AttendancePerson = z.infer<typeof AttendancePersonSchema>;

const AttendanceLaboratorySchema = z.object({
  _id: IdSchema,
  name: z.string(),
  code: z.string(),
  timezone: z.string(),
});

export const punchMethods = ['qr', 'web', 'manual', 'auto'] as const;
export const PunchMethodSchema = enumOf(punchMethods);
export type PunchMethod = (typeof punchMethods)[number];

export const punchMethodLabels: Record<PunchMethod, string> = {
  qr: 'Scanned code',
  web: 'Without a code',
  manual: 'Entered by hand',
  auto: 'Closed automatically',
};

/** One clock-in or clock-out, with its evidence. Coordinates are not stored; only how far away they were. */
export const PunchSchema = z.object({
  at: InstantSchema,
  method: PunchMethodSchema,
  /** From the laboratory; null where either place is unknown. */
  distanceMetres: z.number().int().nullable(),
  withinFence: z.boolean().nullable(),
  /** The browser and the system: `Chrome on Android`. */
  device: z.string().nullable(),
  /** When the server received it, where that was later than `at`. */
  receivedAt: InstantSchema.optional(),
});
export type Punch = z.infer<typeof PunchSchema>;

export const AttendanceSegmentSchema = z.object({ clockIn: PunchSchema, clockOut: PunchSchema.nullable() });
const BreakSchema = z.object({ start: InstantSchema, end: InstantSchema.nullable() });

export const attendanceActions = [
  'edit',
  'replaceShift',
  'approve',
  'reject',
  'correct',
  'withdrawCorrection',
  'remove',
] as const;
export type AttendanceAction = (typeof attendanceActions)[number];

export const AttendanceRecordSchema = z.object({
  _id: IdSchema,
  userId: AttendancePersonSchema,
  laboratoryId: AttendanceLaboratorySchema,
  /** The day on which the shift starts, in the laboratory's time zone. */
  workDate: BusinessDaySchema,
  shift: DayShiftSchema.nullable(),
  dayKind: DayKindSchema,
  leave: DayLeaveSchema.nullable(),
  segments: z.array(AttendanceSegmentSchema),
  breaks: z.array(BreakSchema),
  /** The first and the last of the day. */
  clockIn: PunchSchema.nullable(),
  clockOut: PunchSchema.nullable(),
  open: z.boolean(),
  onBreak: z.boolean(),
  status: AttendanceStatusSchema,
  lateMinutes: z.number().int(),
  earlyMinutes: z.number().int(),
  workedMinutes: z.number().int(),
  overtimeMinutes: z.number().int(),
  calculation: DayCalculationSchema,
  approvalStatus: AttendanceApprovalSchema,
  flags: z.array(AttendanceFlagSchema),
  decidedBy: z.string().nullable(),
  decidedAt: InstantSchema.nullable(),
  /** Why it was rejected, or entered or edited by hand. */
  reason: z.string().nullable(),
  /** What is asked for: other times, or that the day follows another shift. Null if there is no request. */
  correction: z
    .object({
      /** Absent where other times are asked for. Where it is present, the times stay as they are. */
      shift: z.object({ dayKind: DayKindSchema, shift: DayShiftSchema }).optional(),
      /** The name of the planner who asks for another shift; absent where the person asks. */
      requestedBy: z.string().optional(),
      segments: z.array(z.object({ in: InstantSchema, out: InstantSchema })),
      breaks: z.array(z.object({ in: InstantSchema, out: InstantSchema })),
      reason: z.string(),
      requestedAt: InstantSchema,
    })
    .nullable(),
  notes: z.string().nullable(),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  /** The name of the person who made the last change; null for the system. */
  updatedBy: z.string().nullable(),
  version: VersionSchema,
  actions: actionsOf(...attendanceActions),
});
export type AttendanceRecord = z.infer<typeof AttendanceRecordSchema>;
