import type { AttendanceRecord } from '@shifa/contract';
import { defineActions } from '../../../screens/actions/define-actions';
import { api } from '../../../data/api';
import { formatDay } from '../../../lib/format';
import { send } from '../../../data/queries';
import { attendanceResource } from '../attendance.resource';
import { CorrectionForm } from '../correction/correction-form';

/** What a person can do with a record of their own. */
export const ownRecordActions = defineActions<AttendanceRecord, AttendanceRecord>(attendanceResource, {
  correct: {
    label: 'Request a correction',
    dialog: ({ item, onClose }) => <CorrectionForm workDate={item.workDate} onClose={onClose} />,
  },
  withdrawCorrection: {
    label: 'Withdraw request',
    verb: 'Withdraw',
    outcome: ({ workDate }) => `Your request for ${formatDay(workDate)} was withdrawn`,
    question: ({ workDate }) => <>The record of {formatDay(workDate)} stays unchanged, and the request is withdrawn.</>,
    send: ({ _id }, version, { signal }) =>
      send(api.attendance.withdrawCorrection, { params: { id: _id }, body: { version } }, { signal }),
  },
});
