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
    label: 'Return to stock',
    verb: 'Return to stock',
    destructive: true,
    outcome: 'was returned to stock',
    reason: { help: 'The receiving laboratory sees this too.' },
    question: ({ to, from }) => (
      <>
        Stock that {to.name} hasn't received returns to its original batches at {from.name}. Confirm once it's back on
        the shelf.
      </>
    ),
    send: ({ _id }, version, { reason, key, signal }) =>
      send(api.stockTransfers.return, { params: { id: _id }, body: { reason, version } }, { key, signal }),
  },
});
