import Edit from '@mui/icons-material/EditOutlined';
import EventRepeat from '@mui/icons-material/EventRepeatOutlined';
import type { AttendanceRecord } from '@shifa/contract';
import { Suspense } from 'react';
import { defineActions } from '../../screens/actions/define-actions';
import { formTitle, lazyForm } from '../../ui/drawers/lazy-form';
import { lazyPart } from '../../ui/lazy-part';
import { rejectionHelp } from '../../screens/inbox/bulk-route';
import { decisionActions } from '../../screens/inbox/decision-actions';
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
  ...decisionActions<AttendanceRecord>({
    decide: (request, sending) => send(api.attendance.approve, request, sending),
    title: (record) => `Reject ${attendanceResource.nameOf(record)}`,
    question: ({ flags }) => (
      <>
        {flags.length > 0 && <strong>{formatFlags(flags)}. </strong>}
        {isOvertimeOnly(flags)
          ? "The overtime doesn't count. The working day does."
          : "The record doesn't count. Any requested correction is refused."}
      </>
    ),
  }),
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
    reason: { help: rejectionHelp },
    question: (record) => (
      <>
        <strong>{attendanceResource.nameOf(record)}</strong> is removed from all lists and no longer counts. It stays in
        the history.
      </>
    ),
    send: async (record, version, { reason, signal }) => {
      const query = { version, reason };
      await api.attendance.remove.mutate({ params: { id: record._id }, query, fetchOptions: { signal } });
      return record;
    },
  },
});

function isOvertimeOnly(flags: AttendanceRecord['flags']): boolean {
  return flags.length > 0 && flags.every((flag) => flag === 'overtime' || flag === 'holiday_work');
}
