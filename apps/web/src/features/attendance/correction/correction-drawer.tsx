import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { type AttendanceRecord, CorrectionBody, type DayShift } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormText } from '../../../ui/fields/form-text';
import { LoadingDrawer } from '../../../ui/drawers/loading-drawer';
import { VersionedForm } from '../../../screens/form/versioned-form';
import { product } from '../../../config/product';
import { api } from '../../../data/api';
import { formatDay, formatHours, formatWeekday } from '../../../lib/format';
import { pageQuery, queryOf, send } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { formatClock } from '../attendance-display';
import { attendanceResource } from '../attendance.resource';
import { blankPeriod, datedPeriods, type WorkedTimes, workedTimesOf } from '../worked-times';
import { WorkedTimesFields } from '../worked-times-fields';

type CorrectionFormProps = { workDate: string; onClose: () => void };

type CorrectionValues = WorkedTimes & { reason: string };

/** Asks for other times on a day of one's own, or for a day that was not recorded. */
export function CorrectionDrawer({ workDate, onClose }: CorrectionFormProps) {
  const ofDay = { from: workDate, to: workDate };
  const records = useQuery({ ...pageQuery(api.attendance.mine, { query: ofDay }), placeholderData: undefined });
  // Says which hours the person works today, where the day has no record of its own.
  const clock = useQuery(queryOf(api.attendance.clock));
  if (!records.data || clock.isPending) {
    return <LoadingDrawer title="Request a correction" thing="day" query={records} onClose={onClose} />;
  }
  const [record] = records.data.data;
  const shiftOfToday = clock.data?.today === workDate ? clock.data.shift : null;
  const shift = record ? record.shift : shiftOfToday;
  return <CorrectionOfDay workDate={workDate} record={record} shift={shift} onClose={onClose} />;
}

type CorrectionOfDayProps = CorrectionFormProps & { record: AttendanceRecord | undefined; shift: DayShift | null };

function CorrectionOfDay({ workDate, record, shift, onClose }: CorrectionOfDayProps) {
  const home = useUser().laboratoryId;
  const timezone = record?.laboratoryId.timezone ?? home?.timezone ?? product.timezone;
  return (
    <VersionedForm<CorrectionValues, CorrectionBody, AttendanceRecord, AttendanceRecord>
      resource={attendanceResource}
      blank={blankOf(workDate, record, shift)}
      resolverFor={() =>
        zodResolver(
          z
            .custom<CorrectionValues>()
            .transform((values): unknown => ({ ...values, workDate }))
            .pipe(CorrectionBody),
        )
      }
      send={(body, key, signal) => send(api.attendance.requestCorrection, { body }, { key, signal })}
      draft={`attendance-correction:${workDate}`}
      title="Request a correction"
      verb="Send request"
      success={() => `Your request for ${formatDay(workDate)} was sent`}
      disabledReason={disabledReasonOf(record?.actions.correct)}
      onSaved={onClose}
      onClose={onClose}
    >
      {({ form: { control } }) => (
        <>
          <div>
            <Typography variant="h4" component="p">
              {formatWeekday(workDate)}, {formatDay(workDate)}
            </Typography>
            <Typography variant="body2" color="textSecondary" className="tabular">
              {shift ? `Shift ${formatHours(shift)}` : 'No shift'}
            </Typography>
            <Typography variant="body2" color="textSecondary" className="tabular">
              {recordedTimes(record)}
            </Typography>
          </div>
          <WorkedTimesFields control={control} workDate={workDate} shiftStart={shift?.start} timezone={timezone} />
          <FormText
            control={control}
            name="reason"
            label="Reason"
            multiline
            minRows={2}
            help="The approver sees this. The times count once approved."
          />
        </>
      )}
    </VersionedForm>
  );
}

/**
 * The recorded times, and those of the shift where nothing was recorded. A clock-out that was added automatically says
 * nothing about when the person left.
 */
function blankOf(workDate: string, record: AttendanceRecord | undefined, shift: DayShift | null): CorrectionValues {
  if (record && record.segments.length > 0) {
    const { segments: recorded, breaks } = workedTimesOf(record);
    const isAuto = (index: number) => record.segments[index]?.clockOut?.method === 'auto';
    return {
      segments: recorded.map((each, index) => (isAuto(index) ? { ...each, out: '' } : each)),
      breaks,
      reason: '',
    };
  }
  const segments = shift
    ? datedPeriods([{ in: `${workDate}T${shift.start}`, out: `${workDate}T${shift.end}` }], {
        start: `${workDate}T${shift.start}`,
      })
    : [blankPeriod];
  return { segments, breaks: [], reason: '' };
}

function recordedTimes(record: AttendanceRecord | undefined): string {
  if (!record || record.segments.length === 0) return 'Nothing was recorded';
  const { segments, laboratoryId, workDate } = record;
  const at = (instant: string) => formatClock(instant, laboratoryId.timezone, workDate);
  const periods = segments.map(({ clockIn, clockOut }) => {
    const ended = clockOut && clockOut.method !== 'auto';
    return `${at(clockIn.at)} – ${ended ? at(clockOut.at) : 'not recorded'}`;
  });
  return `Recorded: ${periods.join(', ')}`;
}
