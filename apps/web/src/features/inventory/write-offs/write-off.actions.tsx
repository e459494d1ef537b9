import { formatQuantity, type WriteOff } from '@shifa/contract';
import { defineActions } from '../../../screens/actions/define-actions';
import { decisionActions } from '../../../screens/inbox/decision-actions';
import { api } from '../../../data/api';
import { formatMoney } from '../../../lib/format';
import { send } from '../../../data/queries';
import { writeOffResource } from './write-off.resource';

export const writeOffActions = defineActions<WriteOff, WriteOff>(writeOffResource, {
  ...decisionActions<WriteOff>({
    decide: (request, sending) => send(api.writeOffs.decide, request, sending),
    title: ({ number }) => `Reject ${number}`,
    question: (writeOff) => <Returns writeOff={writeOff} />,
  }),
  withdraw: {
    label: 'Withdraw',
    verb: 'Withdraw',
    cancelLabel: 'Keep',
    title: ({ number }) => `Withdraw ${number}`,
    question: (writeOff) => <Returns writeOff={writeOff} />,
    outcome: 'was withdrawn',
    send: ({ _id }, version, given) => send(api.writeOffs.withdraw, { params: { id: _id }, body: { version } }, given),
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
