import Typography from '@mui/material/Typography';
import { type AttendanceRecord, CreateAttendanceBody, isBusinessDay, UpdateAttendanceBody } from '@shifa/contract';
import { type Control, useController, type UseFormReturn, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { type FormProps, RecordForm } from '../../../screens/form/record-form';
import { FormText } from '../../../ui/fields/form-text';
import { product } from '../../../config/product';
import { api } from '../../../data/api';
import { dayAhead } from '../../../lib/calendar';
import { formatHours } from '../../../lib/format';
import { send } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { type RecordValues, recordFields } from '../attendance.fields';
import { attendanceResource } from '../attendance.resource';
import { PersonInput } from '../../../screens/form/person-input';
import { blankPeriod, datedTimes, workedTimesOf } from '../worked-times';
import { WorkedTimesFields } from '../worked-times-fields';

type RecordBody = CreateAttendanceBody | UpdateAttendanceBody;
type RecordControl = Control<RecordValues, unknown, RecordBody>;

/** Enters a day by hand, or corrects the times of a record; both need approval by someone else. */
export function AttendanceForm(props: FormProps<AttendanceRecord>) {
  return (
    <RecordForm
      {...props}
      resource={attendanceResource}
      fields={recordFields}
      blank={useBlankRecord()}
      toValues={valuesOf}
      toBody={(values: RecordValues) => values}
      // Times are sent whole, so that the server judges the day whole.
      toChanges={(_, values) => values}
      create={{
        body: CreateAttendanceBody,
        send: (body, key, signal) => send(api.attendance.create, { body }, { key, signal }),
      }}
      update={{
        body: UpdateAttendanceBody,
        send: (id, body, signal) => send(api.attendance.update, { params: { id }, body }, { signal }),
      }}
    >
      {({ form, base }) => <Fields form={form} stored={base} />}
    </RecordForm>
  );
}

function valuesOf(record: AttendanceRecord): RecordValues {
  return {
    userId: record.userId._id,
    workDate: record.workDate,
    ...workedTimesOf(record),
    notes: record.notes ?? '',
    // Each change has a reason of its own.
    reason: '',
  };
}

/** On the day that the page shows, or today. */
function useBlankRecord(): RecordValues {
  const timezone = useUser().laboratoryId?.timezone ?? product.timezone;
  const [params] = useSearchParams();
  return {
    userId: '',
    workDate: params.get('day') ?? dayAhead(0, timezone),
    segments: [blankPeriod],
    breaks: [],
    notes: '',
    reason: '',
  };
}

type FieldsProps = { form: UseFormReturn<RecordValues, unknown, RecordBody>; stored: AttendanceRecord | undefined };

function Fields({ form, stored }: FieldsProps) {
  const { control } = form;
  const workDate = useWatch({ control, name: 'workDate' });
  const shift = stored?.shift;
  const moveTo = (day: string) => {
    if (!isBusinessDay(day)) return;
    const { segments, breaks } = datedTimes(form.getValues(), day);
    form.setValue('segments', segments, { shouldDirty: true });
    form.setValue('breaks', breaks, { shouldDirty: true });
  };
  return (
    <>
      {stored ? (
        <div>
          <Typography variant="h4" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {attendanceResource.nameOf(stored)}
          </Typography>
          <Typography variant="body2" color="textSecondary" className="tabular">
            {shift ? `Shift ${formatHours(shift)}` : 'No shift'} · {stored.laboratoryId.name}
          </Typography>
        </div>
      ) : (
        <>
          <PersonField control={control} />
          <FormText
            control={control}
            name="workDate"
            label="Day"
            type="date"
            help="The day the shift starts."
            onBlur={() => moveTo(form.getValues('workDate'))}
          />
        </>
      )}
      <WorkedTimesFields
        control={control}
        workDate={workDate}
        shiftStart={shift?.start}
        timezone={stored?.laboratoryId.timezone}
      />
      <FormText control={control} name="notes" label="Notes" optional multiline minRows={2} />
      <FormText
        control={control}
        name="reason"
        label="Reason"
        multiline
        minRows={2}
        help="The approver and the person see this. The record counts once someone else approves it."
      />
    </>
  );
}

/** The person whose day is entered; no one enters their own. */
function PersonField({ control }: { control: RecordControl }) {
  const { field, fieldState } = useController({ control, name: 'userId' });
  const own = useUser()._id;
  return (
    <PersonInput
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      except={own}
      error={fieldState.error && 'Choose a person'}
    />
  );
}
