import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import { type DecisionBody, formatQuantity, type WriteOff } from '@shifa/contract';
import { defineActions, type Given } from '../../../screens/actions/define-actions';
import { rejectionHelp } from '../../../screens/inbox/bulk-route';
import { api } from '../../../data/api';
import { formatMoney } from '../../../lib/format';
import { send } from '../../../data/queries';
import { writeOffResource } from './write-off.resource';

export const writeOffActions = defineActions<WriteOff, WriteOff>(writeOffResource, {
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
    title: ({ number }) => `Reject ${number}`,
    destructive: true,
    question: (writeOff) => <Returns writeOff={writeOff} />,
    reason: { help: rejectionHelp },
    outcome: 'was rejected',
    send: ({ _id }, version, given) => decide(_id, { approved: false, reason: given.reason, version }, given),
  },
  withdraw: {
    label: 'Withdraw',
    verb: 'Withdraw',
    cancelLabel: 'Keep',
    title: ({ number }) => `Withdraw ${number}`,
    question: (writeOff) => <Returns writeOff={writeOff} />,
    outcome: 'was withdrawn',
    send: ({ _id }, version, { key, signal }) =>
      send(api.writeOffs.withdraw, {
        params: { id: _id },
        body: { version },
        headers: { 'idempotency-key': key },
        fetchOptions: { signal },
      }),
  },
});

function Returns({ writeOff: { quantity, item, valuePaise } }: { writeOff: WriteOff }) {
  return (
    <>
      The stock of {item.name} increases by <strong>{formatQuantity(quantity, item.unit)}</strong> (
      {formatMoney(valuePaise)}), in the same batches.
    </>
  );
}

/** With `keepalive`, as an approval may be sent while the page is closing. */
function decide(id: string, body: DecisionBody, { signal }: Given): Promise<WriteOff> {
  return send(api.writeOffs.decide, { params: { id }, body, fetchOptions: { signal, keepalive: true } });
}
