import Block from '@mui/icons-material/BlockOutlined';
import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import { type DecisionBody, type Leave, leaveTypeLabels } from '@shifa/contract';
import { defineActions, type Given } from '../../screens/actions/define-actions';
import { rejectionHelp } from '../../screens/inbox/bulk-route';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { formatLeaveDays, formatLeavePeriod } from './attendance-display';
import { leaveResource } from './attendance.resource';

export const leaveActions = defineActions<Leave, Leave>(leaveResource, {
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
    title: ({ userId }) => `Reject ${userId.name}’s leave`,
    destructive: true,
    question: (leave) => <LeaveSummary leave={leave} />,
    reason: { help: rejectionHelp },
    outcome: 'was rejected',
    send: ({ _id }, version, given) => decide(_id, { approved: false, reason: given.reason, version }, given),
  },
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
    send: ({ _id }, version, { signal }) =>
      send(api.leaves.cancel, { params: { id: _id }, query: { version } }, { signal }),
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

/** With `keepalive`, as an approval may be sent while the page is closing. */
function decide(id: string, body: DecisionBody, { signal }: Given): Promise<Leave> {
  return send(api.leaves.decide, { params: { id }, body }, { signal, keepalive: true });
}
