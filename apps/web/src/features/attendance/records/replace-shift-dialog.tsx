import Stack from '@mui/material/Stack';
import { type AttendanceRecord, MAX_SHIFT_TYPES } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api';
import { pageQuery, send } from '../../../data/queries';
import { formatDay, formatHours } from '../../../lib/format';
import type { ActionDialogProps } from '../../../screens/actions/define-actions';
import { ReasonDialog } from '../../../screens/actions/reason-dialog';
import { useActionRequest } from '../../../screens/actions/use-action-request';
import { Choice } from '../../../ui/fields/choice';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { dayInWords } from '../attendance-display';
import { attendanceResource } from '../attendance.resource';

type ReplaceShiftProps = ActionDialogProps<AttendanceRecord, AttendanceRecord>;

const WEEKLY = 'weekly';

/** Requests another shift for a recorded day; someone else approves it. */
export function ReplaceShiftDialog({ item, onDone, onClose }: ReplaceShiftProps) {
  const { userId, workDate, laboratoryId, shift, dayKind } = item;
  const [wanted, setWanted] = useState(dayKind === 'working' ? 'off' : WEEKLY);
  const query = { laboratoryId: laboratoryId._id, status: ['active' as const], limit: MAX_SHIFT_TYPES };
  const types = useQuery(pageQuery(api.shiftTypes.list, { query }));
  const request = useActionRequest<AttendanceRecord>(attendanceResource, item, {
    outcome: () => `A shift change for ${userId.name} on ${formatDay(workDate)} was requested`,
    send: (version, { reason, ...given }) =>
      send(
        api.attendance.replaceShift,
        { params: { id: item._id }, body: { shift: wanted === WEEKLY ? null : wanted, reason, version } },
        given,
      ),
    onDone: (saved) => {
      onDone(saved);
      onClose();
    },
  });
  const options = [
    { value: 'off', label: 'Day off' },
    { value: WEEKLY, label: 'Weekly shift' },
    ...(types.data?.data ?? []).map((type) => ({ value: type._id, label: `${type.name}, ${formatHours(type)}` })),
  ];
  return (
    <ReasonDialog
      title="Change shift"
      verb="Send request"
      help="The approver sees this."
      pending={request.pending}
      error={request.fault}
      onStop={request.stop}
      onCancel={onClose}
      onSend={(reason) => request.run(reason)}
    >
      <Stack sx={{ gap: 4 }}>
        <span>
          <strong>{attendanceResource.nameOf(item)}</strong>: {dayInWords({ dayKind, shift })}. Recorded times don't
          change. Lateness, overtime and absence are calculated again once someone else approves the request.
        </span>
        {types.data ? (
          <Choice label="New shift" value={wanted} options={options} onChange={setWanted} />
        ) : (
          <NotLoaded query={types} what="the shift types" skeleton={64} />
        )}
      </Stack>
    </ReasonDialog>
  );
}
