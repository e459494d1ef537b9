import { defineLaboratoryExtension } from '../../screens/detail/laboratory-extensions';
import { paths } from '../../config/paths';
import { lazyPart } from '../../ui/lazy-part';
import { formatCount, formatDayCount, formatMinutes } from '../../lib/format';

const leaveDays = { part: 'Leave', format: formatDayCount, input: 'number', unit: 'days a year' } as const;

/** The attendance rules and the attendance rate of a laboratory. */
export const attendanceExtension = defineLaboratoryExtension('attendance', {
  title: 'Attendance',
  policies: {
    graceLateMinutes: {
      label: 'Late after',
      format: formatMinutes,
      input: 'number',
      unit: 'minutes',
      help: 'A clock-in up to this long after the start of a shift is not late.',
      summarized: true,
    },
    halfDayBelowMinutes: {
      label: 'Half day below',
      format: formatMinutes,
      input: 'number',
      unit: 'minutes',
      help: 'A person who works less than this is recorded with a half day.',
    },
    overtimeAfterMinutes: {
      label: 'Overtime after',
      format: formatMinutes,
      input: 'number',
      unit: 'minutes',
      help: 'Work beyond the shift counts as overtime from here on.',
      affectsApprovals: 'Overtime needs approval. Days that are recorded already keep the overtime that they have.',
    },
    fenceRadiusMetres: {
      label: 'Clock-in distance',
      format: (metres) => `${formatCount(metres)} m`,
      input: 'number',
      unit: 'metres',
      help: 'A clock-in farther away than this, without a position or with an inaccurate one is flagged for the approver.',
      blank: 'No limit',
      affectsApprovals:
        'A clock-in outside the distance, or without a usable position, needs approval. Days that are recorded already keep their flags.',
    },
    casualLeaveDays: { label: 'Casual leave', ...leaveDays },
    sickLeaveDays: { label: 'Sick leave', ...leaveDays },
    earnedLeaveDays: { label: 'Earned leave', ...leaveDays },
  },
  rehearsal: {
    Panel: lazyPart(async () => (await import('./rehearsal')).AttendanceRehearsal),
    permissions: ['laboratories.edit', 'attendance.view'],
    after: 'overtimeAfterMinutes',
  },
  statCards: ({ ratePercent }, { linkTo, days, inPeriod }) => [
    {
      label: 'Attendance rate',
      figure: ratePercent === null ? '–' : `${Math.round(ratePercent * 10) / 10}%`,
      note: ratePercent === null ? 'No working day yet in this period' : inPeriod,
      to: linkTo(paths.attendanceReport, days),
    },
  ],
});
