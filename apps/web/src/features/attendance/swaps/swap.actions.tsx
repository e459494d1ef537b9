import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import type { DecisionBody, RosterSwap } from '@shifa/contract';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { defineActions, type Given } from '../../../screens/actions/define-actions';
import { rejectionHelp } from '../../../screens/inbox/bulk-route';
import { shiftLine } from './swap-display';
import { swapResource } from './swap.resource';

export const swapActions = defineActions<RosterSwap, RosterSwap>(swapResource, {
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
    title: ({ userId }) => `Reject ${userId.name}’s swap`,
    destructive: true,
    question: ({ shift, takenBy }) => (
      <>
        {shiftLine(shift)}, taken by <strong>{takenBy?.name}</strong>
      </>
    ),
    reason: { help: rejectionHelp },
    outcome: 'was rejected',
    send: ({ _id }, version, given) => decide(_id, { approved: false, reason: given.reason, version }, given),
  },
});

/** With `keepalive`, as an approval may be sent while the page is closing. */
function decide(id: string, body: DecisionBody, { signal }: Given): Promise<RosterSwap> {
  return send(api.rosterSwaps.decide, { params: { id }, body }, { signal, keepalive: true });
}
