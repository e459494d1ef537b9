import Typography from '@mui/material/Typography';
import type { AttendanceRecord } from '@shifa/contract';
import { Calculation, type CalculationLine, Why } from '../../ui/why';
import { formatMinutes } from '../../lib/format';
import { formatClock, ZoneNote } from './attendance-display';
import { breakRule, breakText, expectedWithLeaveTexts, gapRule, workRule, workText } from './why.messages';

type WhyProps = { record: AttendanceRecord };

/** The minutes late: first clock-in less the start of the shift, if that is more than the grace. */
export function WhyLate({ record }: WhyProps) {
  const { shift, clockIn, calculation, lateMinutes, workDate, laboratoryId, leave } = record;
  if (!shift || !clockIn || calculation.startsAt === null) return null;
  const { timezone } = laboratoryId;
  const after = minutesBetween(calculation.startsAt, clockIn.at);
  return (
    <Why title={lateMinutes > 0 ? `Why ${formatMinutes(lateMinutes)} late?` : 'Why not late?'}>
      <Typography sx={{ mb: 4 }}>
        Clocking in more than {formatMinutes(shift.graceLateMinutes)} after the shift starts counts as late, from the
        start of the shift.
      </Typography>
      <Calculation
        lines={[
          {
            label: leave === 'first_half' ? 'The second half of the shift starts' : 'The shift starts',
            value: formatClock(calculation.startsAt, timezone, workDate),
          },
          { label: 'First clock-in', value: formatClock(clockIn.at, timezone, workDate) },
          {
            label: after >= 0 ? 'After the start' : 'Before the start',
            value: formatMinutes(Math.abs(after)),
          },
          { label: 'Grace', value: formatMinutes(shift.graceLateMinutes) },
          { label: 'Late', value: formatMinutes(lateMinutes), strong: true },
        ]}
      />
      <ZoneNote timezone={timezone} />
    </Why>
  );
}

/** The time worked: everything between clock-in and clock-out less breaks. */
export function WhyWorked({ record }: WhyProps) {
  const { calculation, segments, breaks, workedMinutes, workDate, laboratoryId, shift, status } = record;
  if (segments.length === 0) return null;
  const { timezone } = laboratoryId;
  const at = (instant: string | null) => (instant === null ? 'now' : formatClock(instant, timezone, workDate));
  const hasBreak = shift !== null && shift.breakMinutes > 0;
  return (
    <Why title={`Why ${formatMinutes(workedMinutes)} worked?`}>
      <Typography sx={{ mb: 4 }}>
        {status === 'missed_clock_out' ? (
          'Without a clock-out, no time counts until the record is corrected.'
        ) : (
          <>
            {workRule} {hasBreak && breakRule(formatMinutes(shift.breakMinutes))} {hasBreak && gapRule}
          </>
        )}
      </Typography>
      <Calculation
        lines={[
          ...segments.map(({ clockIn, clockOut }, index): CalculationLine => ({
            label: workText(segments.length > 1 ? index + 1 : undefined, at(clockIn.at), at(clockOut?.at ?? null)),
            value: clockOut ? formatMinutes(minutesBetween(clockIn.at, clockOut.at)) : 'Counts once it has ended',
          })),
          ...breaks.map(({ start, end }, index): CalculationLine => ({
            label: breakText(breaks.length > 1 ? index + 1 : undefined, at(start), at(end)),
            value: end ? formatMinutes(minutesBetween(start, end)) : 'Not ended',
          })),
          { label: 'Present', value: formatMinutes(calculation.presentMinutes) },
          { label: 'Deducted for breaks', value: `− ${formatMinutes(calculation.breakMinutes)}` },
          { label: 'Worked', value: formatMinutes(workedMinutes), strong: true },
        ]}
      />
      <ZoneNote timezone={timezone} />
    </Why>
  );
}

/** The overtime: work beyond what was expected, in whole quarters of an hour. */
export function WhyOvertime({ record }: WhyProps) {
  const { calculation, workedMinutes, overtimeMinutes, dayKind, shift, leave, segments, approvalStatus } = record;
  if (segments.length === 0) return null;
  const { expectedMinutes, extraMinutes } = calculation;
  return (
    <Why title={overtimeMinutes > 0 ? `Why ${formatMinutes(overtimeMinutes)} overtime?` : 'Why no overtime?'}>
      <Typography sx={{ mb: 4 }}>{overtimeRule(record)}</Typography>
      <Calculation
        lines={[
          { label: 'Worked', value: formatMinutes(workedMinutes) },
          {
            label: leave === null || dayKind !== 'working' ? 'Expected' : expectedWithLeaveTexts[leave],
            value: `− ${formatMinutes(expectedMinutes)}`,
          },
          { label: 'Beyond the expected time', value: formatMinutes(extraMinutes) },
          ...(dayKind === 'working' && shift
            ? [{ label: 'Counts from', value: formatMinutes(shift.overtimeAfterMinutes) }]
            : []),
          { label: 'Overtime', value: formatMinutes(overtimeMinutes), strong: true },
        ]}
      />
      {approvalStatus === 'pending' && overtimeMinutes > 0 && (
        <Typography sx={{ mt: 4 }}>It counts once the record is approved.</Typography>
      )}
      {approvalStatus === 'rejected' && <Typography sx={{ mt: 4 }}>The record was rejected.</Typography>}
    </Why>
  );
}

function overtimeRule({ dayKind, shift, open, status }: AttendanceRecord): string {
  if (open) return 'Overtime is counted after the clock-out.';
  if (status === 'missed_clock_out') return 'Without a clock-out, no overtime counts until the record is corrected.';
  if (dayKind !== 'working') return 'On a holiday or day off, all work is overtime, counted in 15-minute steps.';
  if (!shift) return 'Without a shift there is no overtime on a working day.';
  return `Work beyond the shift counts as overtime after ${formatMinutes(shift.overtimeAfterMinutes)}, in 15-minute steps.`;
}

/** As the rules count: every instant is cut to its minute. */
function minutesBetween(from: string, to: string): number {
  const minuteOf = (instant: string) => Math.floor(Date.parse(instant) / 60_000);
  return minuteOf(to) - minuteOf(from);
}
