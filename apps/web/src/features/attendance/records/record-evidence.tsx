import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type AttendanceRecord, type Punch, punchMethodLabels, type Role, roleLabels, roles } from '@shifa/contract';
import { Banner } from '../../../ui/feedback/banner';
import { type Fact, Facts } from '../../../ui/facts';
import { RelativeTime } from '../../../ui/relative-time';
import { formatMinutes, joined } from '../../../lib/format';
import { dayInWords, dayLeaveLabels, formatClock, formatFlags, shiftInWords, ZoneNote } from '../attendance-display';
import { distanceText, recordDecisionText } from '../record.messages';
import { timeAtWork } from '../clock/time-at-work';
import { WhyLate, WhyOvertime, WhyWorked } from '../attendance-why';
import { DayTimeline } from './day-timeline';

type RecordProps = { record: AttendanceRecord };

/** Why a record needs a decision, and who can make it. */
export function RecordFlags({ record }: RecordProps) {
  const { flags, approvalStatus, reason, decidedBy, userId, correction } = record;
  if (approvalStatus === 'not_required') return null;
  const why = formatFlags(flags);
  if (approvalStatus === 'pending') {
    return (
      <Banner tone="warning">
        <strong>{why || 'Pending'}.</strong>{' '}
        {correction?.shift
          ? `${decidersOf(userId.role)} can decide, except the person themselves and the person who requested the shift change.`
          : `${decidersOf(userId.role)} can decide, except the person themselves and the person who entered the record.`}
        {reason !== null && <div>Reason: {reason}</div>}
      </Banner>
    );
  }
  return (
    <Banner tone={approvalStatus === 'rejected' ? 'error' : 'success'}>
      {recordDecisionText(approvalStatus, decidedBy)}
      {record.decidedAt !== null && (
        <>
          {' · '}
          <RelativeTime instant={record.decidedAt} timeZone={record.laboratoryId.timezone} />
        </>
      )}
      {why && ` · ${why}`}
      {reason !== null && <div>Reason: {reason}</div>}
    </Banner>
  );
}

/** The roles above a role: `A manager, lab admin or super admin`. */
export function decidersOf(role: Role): string {
  if (role === 'super_admin') return 'Another super admin';
  const above = roles.slice(0, roles.indexOf(role)).toReversed();
  const names = above.map((each) => roleLabels[each].toLowerCase());
  return `A ${joined(names, 'disjunction')}`;
}

/** The day against the shift, and the values that follow from it with their calculation. */
export function RecordDay({ record }: RecordProps) {
  const { shift, leave, dayKind, laboratoryId, notes } = record;
  return (
    <Stack sx={{ gap: 4 }}>
      <DayTimeline record={record} />
      <RequestedChange record={record} />
      <Facts
        facts={[
          { label: 'Shift', value: shift ? shiftInWords(shift) : 'None' },
          ...(dayKind === 'working' ? [] : [{ label: 'Day', value: dayKind === 'holiday' ? 'Holiday' : 'Weekly off' }]),
          ...(leave === null ? [] : [{ label: 'Leave', value: dayLeaveLabels[leave] }]),
          valueOf('Late', record.lateMinutes, <WhyLate record={record} />),
          record.open ? workedSoFar(record) : valueOf('Worked', record.workedMinutes, <WhyWorked record={record} />),
          valueOf('Overtime', record.overtimeMinutes, <WhyOvertime record={record} />),
          ...(record.earlyMinutes > 0 ? [valueOf('Left early', record.earlyMinutes)] : []),
          ...(notes === null ? [] : [{ label: 'Notes', value: notes, wide: true }]),
        ]}
      />
      <ZoneNote timezone={laboratoryId.timezone} />
    </Stack>
  );
}

/** The day is not computed until the person has clocked out. */
function workedSoFar(record: AttendanceRecord): Fact {
  return { label: 'Worked', value: `${formatMinutes(timeAtWork(record, new Date()).workMinutes)} so far` };
}

function valueOf(label: string, minutes: number, why?: Fact['value']): Fact {
  return {
    label,
    value: (
      <>
        {minutes === 0 ? 'None' : formatMinutes(minutes)} {why}
      </>
    ),
  };
}

/** What is recorded beside what is asked for: other times, or another shift. */
function RequestedChange({ record }: RecordProps) {
  const { correction, segments, breaks, laboratoryId, workDate, shift, dayKind } = record;
  if (!correction) return null;
  const time = (instant: string | null | undefined) =>
    instant ? formatClock(instant, laboratoryId.timezone, workDate) : '…';
  const times = [
    {
      label: 'Work',
      recorded: segments.map(({ clockIn, clockOut }) => `${time(clockIn.at)} – ${time(clockOut?.at)}`),
      requested: correction.segments.map((each) => `${time(each.in)} – ${time(each.out)}`),
    },
    {
      label: 'Breaks',
      recorded: breaks.map(({ start, end }) => `${time(start)} – ${time(end)}`),
      requested: correction.breaks.map((each) => `${time(each.in)} – ${time(each.out)}`),
    },
  ];
  const lines = correction.shift
    ? [{ label: 'Shift', recorded: [dayInWords({ shift, dayKind })], requested: [dayInWords(correction.shift)] }]
    : times;
  const when = <RelativeTime instant={correction.requestedAt} timeZone={laboratoryId.timezone} />;
  return (
    <Box component="section" aria-label="Requested correction" sx={correctionStyle}>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">Recorded</th>
            <th scope="col">Requested</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {lines.map(({ label, recorded, requested }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{recorded.join(', ') || 'None'}</td>
              <td>
                <strong>{requested.join(', ') || 'None'}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Typography variant="body2" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
        {correction.requestedBy === undefined ? (
          <>
            “{correction.reason}”, requested {when}
          </>
        ) : (
          <>
            “{correction.reason}”, requested by {correction.requestedBy} {when}
          </>
        )}
      </Typography>
    </Box>
  );
}

const correctionStyle = {
  p: 3,
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: '0.8125rem' },
  '& th, & td': { textAlign: 'left', py: 1, pr: 3, verticalAlign: 'top' },
  '& th': { fontWeight: 500, color: 'text.secondary' },
};

/** How, where and with what each clocking was made. */
export function ClockingEvidence({ record }: RecordProps) {
  const { segments, laboratoryId, workDate } = record;
  if (segments.length === 0) return <Typography color="textSecondary">No one clocked in or out.</Typography>;
  const clockings = segments.flatMap(({ clockIn, clockOut }) => [
    { name: 'Clock-in', punch: clockIn },
    ...(clockOut ? [{ name: 'Clock-out', punch: clockOut }] : []),
  ]);
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
      {clockings.map(({ name, punch }) => (
        <li key={`${name} ${punch.at}`}>
          <Typography className="tabular">
            <strong>{formatClock(punch.at, laboratoryId.timezone, workDate)}</strong> {name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {evidenceOf(punch).join(' · ')}
          </Typography>
        </li>
      ))}
    </Box>
  );
}

function evidenceOf({ method, distanceMetres, withinFence, device }: Punch): string[] {
  const distance = distanceMetres === null ? 'place unknown' : distanceText(distanceMetres, withinFence === false);
  // What is entered by hand or closed automatically has no place and no device.
  const place = method === 'qr' || method === 'web' ? [distance] : [];
  return [punchMethodLabels[method], ...place, ...(device === null ? [] : [device])];
}
