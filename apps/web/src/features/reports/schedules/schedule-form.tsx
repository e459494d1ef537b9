import Typography from '@mui/material/Typography';
import {
  CreateReportScheduleBody,
  type ReportFrequency,
  reportFrequencyLabels,
  type ReportKind,
  reportKindLabels,
  reportPermissions,
  type ReportSchedule,
  UpdateReportScheduleBody,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type FormProps, RecordForm } from '../../../screens/form/record-form';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormText } from '../../../ui/fields/form-text';
import { changedFields } from '../../../screens/form/differences';
import { describedField } from '../../../screens/form/described-field';
import { api } from '../../../data/api';
import { laboratoryOptions } from '../../../data/laboratory-options';
import { send } from '../../../data/queries';
import { usePermission, useUser } from '../../../data/use-session';
import { scheduleResource } from '../reports.resource';
import { useFirstKind, useNarrower } from '../reports-tabs';

/** No laboratory stands for all of them. */
type ScheduleValues = { name: string; kind: ReportKind; laboratoryId: string; frequency: ReportFrequency };
type ScheduleBody = CreateReportScheduleBody | UpdateReportScheduleBody;

/** Schedules a report; afterwards, its name and how often it is generated can change. */
export function ScheduleForm(props: FormProps<ReportSchedule>) {
  return (
    <RecordForm
      {...props}
      resource={scheduleResource}
      fields={fields}
      blank={useBlankSchedule()}
      toValues={valuesOf}
      toBody={({ laboratoryId, ...values }: ScheduleValues) => ({
        ...values,
        laboratoryId: laboratoryId === '' ? null : laboratoryId,
      })}
      toChanges={(base, values) => changedFields(changeable(base), changeable(values))}
      create={{
        body: CreateReportScheduleBody,
        send: (body, key, signal) => send(api.reports.createSchedule, { body }, { key, signal }),
      }}
      update={{
        body: UpdateReportScheduleBody,
        send: (id, body, signal) => send(api.reports.updateSchedule, { params: { id }, body }, { signal }),
      }}
    >
      {({ form, base }) => <Fields form={form} stored={base} />}
    </RecordForm>
  );
}

const fields = [
  describedField('name', 'Name'),
  describedField('frequency', 'Generated', (frequency: ReportFrequency) => reportFrequencyLabels[frequency]),
];

function valuesOf({ name, kind, laboratory, frequency }: ReportSchedule): ScheduleValues {
  return { name, kind, frequency, laboratoryId: laboratory?._id ?? '' };
}

function useBlankSchedule(): ScheduleValues {
  return { name: '', kind: useFirstKind(), laboratoryId: '', frequency: 'monthly' };
}

function changeable({ name, frequency }: ScheduleValues) {
  return { name, frequency };
}

type FieldsProps = { form: UseFormReturn<ScheduleValues, unknown, ScheduleBody>; stored: ReportSchedule | undefined };

function Fields({ form: { control }, stored }: FieldsProps) {
  return (
    <>
      <FormText control={control} name="name" label="Name" autoComplete="off" autoFocus />
      {stored ? (
        <Typography>
          {reportKindLabels[stored.kind]} report of {stored.laboratory?.name ?? 'all laboratories'}. To schedule another
          report, create a new schedule.
        </Typography>
      ) : (
        <ReportFields control={control} />
      )}
      <FormSelect
        control={control}
        name="frequency"
        label="Generated"
        options={optionsOf(reportFrequencyLabels)}
        help="Generated for each complete day, week (Monday to Sunday) or month, soon after it ends."
      />
      <Typography variant="body2" color="textSecondary">
        Everyone who can view a laboratory's reports is notified of them. Only you're notified of reports for all
        laboratories. Saving makes you the owner: the report contains what you can view.
      </Typography>
    </>
  );
}

function ReportFields({ control }: Pick<FieldsProps['form'], 'control'>) {
  const { permissions } = useUser();
  const kind = useWatch({ control, name: 'kind' });
  const seesNetwork = usePermission(useNarrower('reports.export', reportPermissions[kind])).scope === 'all';
  const { data: laboratories = [] } = useQuery({ ...laboratoryOptions, enabled: seesNetwork });
  return (
    <>
      <FormSelect
        control={control}
        name="kind"
        label="Report"
        options={optionsOf(reportKindLabels).filter(
          ({ value }) => permissions[reportPermissions[value as ReportKind]].allowed,
        )}
      />
      {seesNetwork && (
        <FormSelect
          control={control}
          name="laboratoryId"
          label="Laboratory"
          placeholder="All laboratories"
          options={[
            { value: '', label: 'All laboratories' },
            ...laboratories.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
      )}
    </>
  );
}

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
