import MoveToInbox from '@mui/icons-material/MoveToInboxOutlined';
import type { StockTransfer } from '@shifa/contract';
import { defineActions } from '../../../screens/actions/define-actions';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { ReceiveDrawer } from './receive-drawer';
import { transferResource } from './transfer.resource';

export const transferActions = defineActions<StockTransfer, StockTransfer>(transferResource, {
  receive: { label: 'Receive', icon: <MoveToInbox />, dialog: ReceiveDrawer },
  return: {
    label: 'Take back',
    verb: 'Take back',
    destructive: true,
    outcome: 'was taken back',
    reason: { help: 'The receiving laboratory reads it as well.' },
    question: ({ to, from }) => (
      <>
        Everything that {to.name} has not received goes back to the batches of {from.name} that it came from. Confirm it
        once the goods are back on the shelf.
      </>
    ),
    send: ({ _id }, version, { reason, key, signal }) =>
      send(api.stockTransfers.return, {
        params: { id: _id },
        body: { reason, version },
        headers: { 'idempotency-key': key },
        fetchOptions: { signal },
      }),
  },
});
