import Edit from '@mui/icons-material/EditOutlined';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ExitStaffQuery, type StaffListItem, type StaffMember, type StaffWithPassword } from '@shifa/contract';
import { Suspense, useState } from 'react';
import { type ActionDialogProps, defineActions } from '../../screens/actions/define-actions';
import { useActionRequest } from '../../screens/actions/use-action-request';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { INCOMPLETE } from '../../ui/fields/field';
import { TextInput } from '../../ui/fields/text-input';
import { formTitle, lazyForm } from '../../ui/drawers/lazy-form';
import { api } from '../../data/api';
import { describeUnplaced, faultsIn } from '../../screens/form/server-faults';
import { lazyPart } from '../../ui/lazy-part';
import { send } from '../../data/queries';
import { OpenWork } from './open-work';
import { staffResource } from './staff.resource';
import { DeputyQuestion, SuspendPerson } from './suspend-person';
import { TemporaryPassword } from './temporary-password';

export const StaffForm = lazyForm(
  formTitle(staffResource.noun),
  async () => (await import('./form/staff-form')).StaffForm,
);

const BulkDialog = lazyPart(async () => (await import('./bulk-bar')).BulkDialog);

type StaffActionProps = ActionDialogProps<StaffListItem, StaffMember>;

export const staffActions = defineActions(staffResource, {
  edit: { label: 'Edit person', icon: <Edit />, form: StaffForm },
  suspend: { label: 'Suspend', dialog: SuspendPerson },
  resume: {
    label: 'Resume',
    title: () => 'Resume person',
    outcome: 'was resumed',
    question: ({ name }) => (
      <>
        <strong>{name}</strong> can sign in again with the same password and has the same permissions as before.
      </>
    ),
    send: ({ _id }, version, { signal }) => setStatus(_id, { status: 'active', version }, signal),
  },
  confirmDeputy: {
    label: 'Allow deputy to decide',
    title: () => 'Allow deputy to decide',
    outcome: ({ name }) => `${name}'s deputy can decide`,
    question: (person) => <DeputyQuestion item={person} />,
    send: ({ _id }, version, { signal }) =>
      send(api.staff.update, { params: { id: _id }, body: { deputyActs: true, version } }, { signal }),
  },
  withdrawDeputy: {
    label: 'Stop deputy decisions',
    title: () => 'Stop deputy decisions',
    outcome: ({ name }) => `${name}'s deputy can no longer decide`,
    question: ({ name }) => (
      <>
        No one decides for <strong>{name}</strong> until the suspension ends or the deputy is confirmed again.
      </>
    ),
    send: ({ _id }, version, { signal }) =>
      send(api.staff.update, { params: { id: _id }, body: { deputyActs: false, version } }, { signal }),
  },
  rehire: {
    label: 'Rehire',
    title: () => 'Rehire person',
    outcome: 'was rehired',
    question: ({ name }) => (
      <>
        <strong>{name}</strong> becomes active again under the same employee code and can sign in. The exit stays in the
        history.
      </>
    ),
    send: ({ _id }, version, { signal }) => setStatus(_id, { status: 'active', version }, signal),
  },
  move: {
    label: 'Move to another laboratory',
    dialog: ({ item, onClose }) => (
      <Suspense fallback={null}>
        <BulkDialog action="move" ids={[item._id]} onClose={onClose} onDone={onClose} />
      </Suspense>
    ),
  },
  issuePassword: { label: 'Issue a temporary password', dialog: IssuePassword },
  exit: { label: 'Record exit', dialog: RecordExit },
});

function setStatus(id: string, body: { status: 'active'; version: number }, signal?: AbortSignal) {
  return send(api.staff.update, { params: { id }, body }, { signal });
}

/** Issues another temporary password and shows it once. */
function IssuePassword({ item, onDone, onClose }: StaffActionProps) {
  const [issued, setIssued] = useState<StaffWithPassword>();
  const issue = useActionRequest<StaffWithPassword>(staffResource, item, {
    outcome: 'has a new temporary password',
    send: (version, { key, signal }) =>
      send(api.staff.issuePassword, { params: { id: item._id }, body: { version } }, { key, signal }),
    onDone: (person) => {
      setIssued(person);
      onDone(person);
    },
  });
  if (issued) return <TemporaryPassword person={issued} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title="Issue a temporary password"
      verb="Issue password"
      pending={issue.pending}
      error={issue.fault}
      onConfirm={issue.run}
      onStop={issue.stop}
      onCancel={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        <strong>{item.name}</strong> is signed out everywhere at once, and the current password stops working. You see
        the new one only once. It must be changed at the next sign-in.
      </Typography>
    </ConfirmDialog>
  );
}

/** Records that a person has left: the last day and, optionally, the reason. */
function RecordExit({ item, onDone, onClose }: StaffActionProps) {
  const [exitDate, setExitDate] = useState('');
  const [reason, setReason] = useState('');
  const details = {
    ...(exitDate === '' ? {} : { exitDate }),
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
  };
  const exit = useActionRequest(staffResource, item, {
    outcome: () => `${item.name}'s exit was recorded`,
    send: (version, { signal }) =>
      send(api.staff.exit, { params: { id: item._id }, query: { version, ...details } }, { signal }),
    onDone: (person) => {
      onClose();
      onDone(person);
    },
  });
  const refused = faultsIn(exit.error);
  const faults = new Map(refused.map(({ field, message }) => [field, message]));
  const tooLong = ExitStaffQuery.shape.reason.safeParse(reason).error?.issues[0]?.message;
  return (
    <ConfirmDialog
      open
      title="Record exit"
      verb="Record exit"
      destructive
      hasInput
      pending={exit.pending}
      error={describeUnplaced(exit.fault, refused, (field) => field === 'exitDate' || field === 'reason')}
      onConfirm={() => {
        if (tooLong === undefined && exitDate !== INCOMPLETE) exit.run();
      }}
      onStop={exit.stop}
      onCancel={onClose}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <strong>{item.name}</strong> is signed out everywhere at once and can no longer sign in. All records are kept,
          and the person can be rehired.
        </Typography>
        <OpenWork id={item._id} name={item.name} />
        <TextInput
          label="Last day"
          optional
          help="Today in the laboratory's time zone, unless you enter another day."
          error={faults.get('exitDate')}
          type="date"
          value={exitDate}
          onChange={setExitDate}
        />
        <TextInput
          label="Reason"
          optional
          error={tooLong ?? faults.get('reason')}
          multiline
          minRows={2}
          value={reason}
          onChange={setReason}
        />
      </Stack>
    </ConfirmDialog>
  );
}
