import type { LaboratoryExtensionOf } from '../../screens/detail/laboratory-extensions';
import { paths } from '../../config/paths';
import { lazyPart } from '../../ui/lazy-part';
import { formatCount, formatDayCount, formatMinutes } from '../../lib/format';

const leaveDays = { part: 'Leave', format: formatDayCount, input: 'number', unit: 'days a year' } as const;

/** The attendance rules and the attendance rate of a laboratory. */
export const attendanceExtension: LaboratoryExtensionOf<'attendance'> = {
  title: 'Attendance',
  policies: {
    graceLateMinutes: {
      label: 'Late after',
      format: formatMinutes,
      input: 'number',
      unit: 'minutes',
      help: "A clock-in up to this long after the start of a shift isn't late.",
      summarized: true,
    },
    halfDayBelowMinutes: {
      label: 'Half day below',
      format: formatMinutes,
      input: 'number',
      unit: 'minutes',
      help: 'Working less than this counts as a half day.',
    },
    overtimeAfterMinutes: {
      label: 'Overtime after',
      format: formatMinutes,
      input: 'number',
      unit: 'minutes',
      help: 'Work beyond the shift counts as overtime after this.',
      affectsApprovals: 'Overtime needs approval. Days already recorded keep their overtime.',
    },
    fenceRadiusMetres: {
      label: 'Clock-in distance',
      format: (metres) => `${formatCount(metres)} m`,
      input: 'number',
      unit: 'metres',
      help: 'A clock-in farther away than this, or without an accurate location, is flagged for the approver.',
      blank: 'No limit',
      affectsApprovals:
        'A clock-in outside the distance, or without an accurate location, needs approval. Days already recorded keep their flags.',
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
      note: ratePercent === null ? 'No working days in this period yet' : inPeriod,
      to: linkTo(paths.attendanceReport, days),
    },
  ],
};
