import Check from '@mui/icons-material/CheckOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import MoveToInbox from '@mui/icons-material/MoveToInboxOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Send from '@mui/icons-material/SendOutlined';
import type { PurchaseOrder, PurchaseOrderListItem } from '@shifa/contract';
import { Navigate } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { defineActions } from '../../../screens/actions/define-actions';
import { decisionActions } from '../../../screens/inbox/decision-actions';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { orderResource } from './order.resource';
import { SendDialog } from './send-dialog';

const EditOrder = lazyForm(
  () => 'Edit order',
  async () => (await import('./order-form')).EditOrder,
);

export const orderActions = defineActions<PurchaseOrderListItem, PurchaseOrder>(orderResource, {
  submit: {
    label: 'Submit for approval',
    icon: <Check />,
    outcome: 'is pending approval',
    send: ({ _id }, version, given) =>
      send(api.purchaseOrders.submit, { params: { id: _id }, body: { version } }, given),
  },
  ...decisionActions<PurchaseOrderListItem, PurchaseOrder>({
    decide: (request, sending) => send(api.purchaseOrders.decide, request, sending),
    approved: ({ number, status }) =>
      status === 'pending_approval' ? `${number} needs one more approval` : `${number} was approved`,
    title: ({ number }) => `Reject ${number}`,
    question: () => 'The order becomes a draft again.',
  }),
  send: { label: 'Send to supplier', icon: <Send />, dialog: SendDialog },
  receive: { label: 'Receive goods', icon: <MoveToInbox />, dialog: OpenReceipt },
  edit: { label: 'Edit', icon: <Edit />, form: EditOrder },
  print: { label: 'Print', icon: <Print />, to: ({ _id }) => paths.printOrder(_id) },
  close: {
    label: 'Close order',
    outcome: 'was closed',
    send: ({ _id }, version, given) =>
      send(api.purchaseOrders.close, { params: { id: _id }, body: { version } }, given),
  },
  closeShort: {
    label: 'Close short',
    verb: 'Close short',
    title: ({ number }) => `Close ${number} short`,
    destructive: true,
    question: () => 'The outstanding quantity is no longer expected or counted as ordered.',
    reason: { help: 'The reason is kept with the order.' },
    outcome: 'was closed short',
    send: ({ _id }, version, given) =>
      send(api.purchaseOrders.closeShort, { params: { id: _id }, body: { reason: given.reason, version } }, given),
  },
  cancel: {
    label: 'Cancel order',
    verb: 'Cancel order',
    cancelLabel: 'Keep',
    title: ({ number }) => `Cancel ${number}`,
    destructive: true,
    question: ({ supplier }) => `If ${supplier.name} has the order, tell them.`,
    reason: { help: 'The reason is kept with the order.' },
    outcome: 'was cancelled',
    send: ({ _id }, version, given) =>
      send(api.purchaseOrders.cancel, { params: { id: _id }, body: { reason: given.reason, version } }, given),
  },
});

/** Leads to the page for receiving, where the server allows that. */
function OpenReceipt({ item: { _id } }: { item: PurchaseOrderListItem }) {
  return <Navigate to={paths.receiveOrder(_id)} />;
}
