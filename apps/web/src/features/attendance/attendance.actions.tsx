import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import EventRepeat from '@mui/icons-material/EventRepeatOutlined';
import type { AttendanceRecord, DecisionBody } from '@shifa/contract';
import { Suspense } from 'react';
import { defineActions, type Given } from '../../screens/actions/define-actions';
import { formTitle, lazyForm } from '../../ui/drawers/lazy-form';
import { lazyPart } from '../../ui/lazy-part';
import { rejectionHelp } from '../../screens/inbox/bulk-route';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { formatFlags } from './attendance-display';
import { attendanceResource } from './attendance.resource';

export const RecordForm = lazyForm(
  formTitle(attendanceResource.noun),
  async () => (await import('./records/record-form')).AttendanceForm,
);

const ReplaceShiftDialog = lazyPart(async () => (await import('./records/replace-shift-dialog')).ReplaceShiftDialog);

export const attendanceActions = defineActions<AttendanceRecord, AttendanceRecord>(attendanceResource, {
  approve: {
    label: 'Approve',
    icon: <Check />,
    outcome: 'was approved',
    undoOnPhone: 'Undo approval',
    send: ({ _id }, version, given) => decide(_id, { approved: true, version }, given),
  },
  reject: {
    label: 'Reject',
    icon: <Close />,
    title: (record) => `Reject ${attendanceResource.nameOf(record)}`,
    destructive: true,
    question: ({ flags }) => (
      <>
        {flags.length > 0 && <strong>{formatFlags(flags)}. </strong>}
        {isOvertimeOnly(flags)
          ? "The overtime doesn't count. The working day does."
          : "The record doesn't count. Any requested correction is refused."}
      </>
    ),
    reason: { help: rejectionHelp },
    outcome: 'was rejected',
    send: ({ _id }, version, given) => decide(_id, { approved: false, reason: given.reason, version }, given),
  },
  edit: { label: 'Correct times', icon: <Edit />, form: RecordForm },
  replaceShift: {
    label: 'Change shift',
    icon: <EventRepeat />,
    dialog: (props) => (
      <Suspense fallback={null}>
        <ReplaceShiftDialog {...props} />
      </Suspense>
    ),
  },
  remove: {
    label: 'Remove record',
    verb: 'Remove',
    destructive: true,
    outcome: 'was removed',
    question: (record) => (
      <>
        <strong>{attendanceResource.nameOf(record)}</strong> is removed from all lists and no longer counts. It stays in
        the history.
      </>
    ),
    send: async (record, version, { signal }) => {
      await api.attendance.remove.mutate({ params: { id: record._id }, query: { version }, fetchOptions: { signal } });
      return record;
    },
  },
});

function isOvertimeOnly(flags: AttendanceRecord['flags']): boolean {
  return flags.length > 0 && flags.every((flag) => flag === 'overtime' || flag === 'holiday_work');
}

/** With `keepalive`, as an approval may be sent while the page is closing. */
function decide(id: string, body: DecisionBody, { signal }: Given): Promise<AttendanceRecord> {
  return send(api.attendance.approve, { params: { id }, body }, { signal, keepalive: true });
}
