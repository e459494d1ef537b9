import { type Retention, SESSION_IDLE_DAYS, SESSION_MAX_DAYS, SetRetentionBody } from '@shifa/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Facts } from '../../ui/facts';
import { Field } from '../../ui/fields/field';
import { FormDrawer } from '../../screens/form/form-drawer';
import { RestoredDraft } from '../../screens/form/restored';
import { useDraftedState } from '../../screens/form/use-drafted-state';
import { NumberInput } from '../../ui/fields/form-number';
import { ActionButton, useDeniedReason } from '../../screens/actions/permission-button';
import { SectionCard } from '../../ui/section-card';
import { api } from '../../data/api';
import { formatDayCount } from '../../lib/format';
import { send } from '../../data/queries';
import { networkSettings } from './network.queries';
import { useWrite } from '../../data/use-write';

/** How long the network keeps what it may remove, and the form that changes it. */
export function RetentionCard({ retention }: { retention: Retention }) {
  const denied = useDeniedReason('settings.edit');
  const [editing, setEditing] = useState(false);
  return (
    <SectionCard
      title="Retention"
      action={
        <ActionButton
          size="small"
          variant="outlined"
          color="inherit"
          disabledReason={denied}
          onClick={() => setEditing(true)}
        >
          Edit retention
        </ActionButton>
      }
    >
      <Facts
        facts={[
          { label: 'Notifications', value: formatDayCount(retention.notificationDays) },
          { label: 'Report files', value: formatDayCount(retention.reportFileDays) },
          { label: 'Inactive sessions', value: formatDayCount(SESSION_IDLE_DAYS) },
          { label: 'Longest session', value: formatDayCount(SESSION_MAX_DAYS) },
          { label: 'Entries, stock, attendance and the audit log', value: 'Kept permanently' },
        ]}
      />
      {editing && <RetentionForm retention={retention} onClose={() => setEditing(false)} />}
    </SectionCard>
  );
}

const fields = [
  {
    name: 'notificationDays',
    label: 'Notifications',
    help: 'Applies to notifications sent from now on.',
  },
  {
    name: 'reportFileDays',
    label: 'Report files',
    help: 'Applies to all files. Reports stay in the history and can be generated again.',
  },
] as const;

type Values = Record<keyof SetRetentionBody, number | null>;

function RetentionForm({ retention, onClose }: { retention: Retention; onClose: () => void }) {
  const draft = useDraftedState<Values>('network:retention', SetRetentionBody.parse(retention));
  const values = draft.content;
  const [asking, setAsking] = useState(false);
  const parsed = SetRetentionBody.safeParse(values);
  const faultOf = (name: string) => {
    const fault = parsed.error?.issues.find(({ path }) => path[0] === name);
    return fault && { error: fault.message };
  };
  const save = useWrite({
    send: (body: SetRetentionBody, { signal }) => send(api.network.setRetention, { body }, { signal }),
    success: 'The retention periods were saved',
    failure: "Couldn't change the retention",
    // After a failure, someone else's change is shown behind the form, which then has to be opened again.
    stale: [networkSettings.queryKey],
    onSuccess: close,
  });
  function close() {
    draft.drop();
    onClose();
  }
  const submit = () => {
    if (!parsed.data) return;
    if (parsed.data.reportFileDays < retention.reportFileDays) setAsking(true);
    else save.mutate(parsed.data);
  };
  return (
    <FormDrawer
      open
      title="Edit retention"
      verb="Save retention"
      dirty={draft.dirty}
      pending={save.isPending}
      onStop={save.stop}
      error={save.fault}
      incomplete={parsed.success ? undefined : 'Correct the number of days first'}
      onSubmit={submit}
      onClose={close}
    >
      <RestoredDraft draft={draft} write={save} />
      {fields.map(({ name, label, help }, index) => (
        <Field key={name} label={label} help={help} {...faultOf(name)}>
          {(a11y) => (
            <NumberInput
              {...a11y}
              value={values[name]}
              after="days"
              autoFocus={index === 0}
              onChange={(days) => draft.change({ [name]: days })}
            />
          )}
        </Field>
      ))}
      {asking && (
        <ConfirmDialog
          open
          title="Remove older report files"
          verb="Save and remove"
          destructive
          onConfirm={() => {
            setAsking(false);
            if (parsed.data) save.mutate(parsed.data);
          }}
          onCancel={() => setAsking(false)}
        >
          Report files that are older than {formatDayCount(values.reportFileDays ?? 0)} are removed tonight. The history
          still lists the reports, and you can generate them again.
        </ConfirmDialog>
      )}
    </FormDrawer>
  );
}
