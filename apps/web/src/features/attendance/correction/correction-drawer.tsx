import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { type AttendanceRecord, AttendanceRecordSchema, CorrectionBody, type DayShift } from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { z } from 'zod';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormText } from '../../../ui/fields/form-text';
import { LoadingDrawer } from '../../../ui/drawers/loading-drawer';
import { useVersionedForm } from '../../../screens/form/use-versioned-form';
import { VersionedDrawer } from '../../../screens/form/versioned-drawer';
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
  // Says which hours the person works, where the day has no record of its own.
  const clock = useQuery(queryOf(api.attendance.clock));
  if (!records.data || clock.isPending) {
    return <LoadingDrawer title="Request a correction" thing="day" query={records} onClose={onClose} />;
  }
  const [record] = records.data.data;
  const shift = record ? record.shift : (clock.data?.shift ?? null);
  return <CorrectionOfDay workDate={workDate} record={record} shift={shift} onClose={onClose} />;
}

type CorrectionOfDayProps = CorrectionFormProps & { record: AttendanceRecord | undefined; shift: DayShift | null };

function CorrectionOfDay({ workDate, record, shift, onClose }: CorrectionOfDayProps) {
  const home = useUser().laboratoryId;
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const timezone = record?.laboratoryId.timezone ?? home?.timezone ?? product.timezone;
  const blank = blankOf(workDate, record, shift);
  const state = useVersionedForm<CorrectionValues, CorrectionBody, AttendanceRecord, AttendanceRecord>({
    document: undefined,
    schema: AttendanceRecordSchema,
    valuesOf: () => blank,
    resolverFor: () =>
      zodResolver(
        z
          .custom<CorrectionValues>()
          .transform((values): unknown => ({ ...values, workDate }))
          .pipe(CorrectionBody),
      ),
    fields: [],
    send: (body, key, signal) =>
      send(api.attendance.requestCorrection, {
        body,
        headers: { 'idempotency-key': key },
        fetchOptions: { signal },
      }),
    draft: `attendance-correction:${workDate}`,
    fetchNewest: (id) => queryClient.query({ ...attendanceResource.detail(id), staleTime: 0 }),
    change: undefined,
    onSaved: ({ _id }) => {
      enqueueSnackbar(`Your request for ${formatDay(workDate)} was sent`, { variant: 'success' });
      void attendanceResource.invalidate(queryClient, _id);
      onClose();
    },
    onUnchanged: onClose,
  });
  return (
    <VersionedDrawer
      state={state}
      title="Request a correction"
      verb="Send request"
      disabledReason={disabledReasonOf(record?.actions.correct)}
      onClose={onClose}
    >
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
      <WorkedTimesFields
        control={state.form.control}
        workDate={workDate}
        shiftStart={shift?.start}
        timezone={timezone}
      />
      <FormText
        control={state.form.control}
        name="reason"
        label="Reason"
        multiline
        minRows={2}
        help="The approver sees this. The times count once approved."
      />
    </VersionedDrawer>
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
