import Block from '@mui/icons-material/BlockOutlined';
import { type Leave, leaveTypeLabels } from '@shifa/contract';
import { defineActions } from '../../screens/actions/define-actions';
import { rejectionHelp } from '../../screens/inbox/bulk-route';
import { decisionActions } from '../../screens/inbox/decision-actions';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { formatLeaveDays, formatLeavePeriod } from './attendance-display';
import { leaveResource } from './attendance.resource';

export const leaveActions = defineActions<Leave, Leave>(leaveResource, {
  ...decisionActions<Leave>({
    decide: (request, sending) => send(api.leaves.decide, request, sending),
    title: ({ userId }) => `Reject ${userId.name}’s leave`,
    question: (leave) => <LeaveSummary leave={leave} />,
  }),
  cancel: {
    label: 'Cancel leave',
    icon: <Block />,
    verb: 'Cancel leave',
    cancelLabel: 'Keep leave',
    destructive: true,
    outcome: 'was cancelled',
    question: (leave) => (
      <>
        <LeaveSummary leave={leave} />. The days become working days again and are added back to the balance.
      </>
    ),
    reason: { help: rejectionHelp, exceptFrom: (viewer, { userId }) => viewer._id === userId._id },
    send: ({ _id }, version, { reason, signal }) =>
      send(api.leaves.cancel, { params: { id: _id }, query: { version, ...(reason && { reason }) } }, { signal }),
  },
});

function LeaveSummary({ leave }: { leave: Leave }) {
  return (
    <>
      {leaveTypeLabels[leave.type]} of <strong>{leave.userId.name}</strong>, {formatLeavePeriod(leave)} (
      {formatLeaveDays(leave.days)})
    </>
  );
}
