import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import MoveToInbox from '@mui/icons-material/MoveToInboxOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Send from '@mui/icons-material/SendOutlined';
import type { DecisionBody, PurchaseOrder, PurchaseOrderListItem } from '@shifa/contract';
import { Navigate } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { defineActions, type Given } from '../../../screens/actions/define-actions';
import { rejectionHelp } from '../../../screens/inbox/bulk-route';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { orderResource } from './order.resource';
import { SendDialog } from './send-dialog';

const EditOrder = lazyForm(
  () => 'Edit order',
  async () => (await import('./order-form')).EditOrder,
);

const request = (key: string, signal: AbortSignal | undefined) => ({
  headers: { 'idempotency-key': key },
  fetchOptions: { signal },
});

export const orderActions = defineActions<PurchaseOrderListItem, PurchaseOrder>(orderResource, {
  submit: {
    label: 'Submit for approval',
    icon: <Check />,
    outcome: 'is pending approval',
    send: ({ _id }, version, { key, signal }) =>
      send(api.purchaseOrders.submit, { params: { id: _id }, body: { version }, ...request(key, signal) }),
  },
  approve: {
    label: 'Approve',
    icon: <Check />,
    outcome: ({ number, status }) =>
      status === 'pending_approval' ? `${number} needs one more approval` : `${number} was approved`,
    undoOnPhone: 'Undo approval',
    send: ({ _id }, version, given) => decide(_id, { approved: true, version }, given),
  },
  reject: {
    label: 'Reject',
    icon: <Close />,
    title: ({ number }) => `Reject ${number}`,
    destructive: true,
    question: () => 'The order becomes a draft again.',
    reason: { help: rejectionHelp },
    outcome: 'was rejected',
    send: ({ _id }, version, given) => decide(_id, { approved: false, reason: given.reason, version }, given),
  },
  send: { label: 'Send to supplier', icon: <Send />, dialog: SendDialog },
  receive: { label: 'Receive goods', icon: <MoveToInbox />, dialog: OpenReceipt },
  edit: { label: 'Edit', icon: <Edit />, form: EditOrder },
  print: { label: 'Print', icon: <Print />, to: ({ _id }) => paths.printOrder(_id) },
  close: {
    label: 'Close order',
    outcome: 'was closed',
    send: ({ _id }, version, { key, signal }) =>
      send(api.purchaseOrders.close, { params: { id: _id }, body: { version }, ...request(key, signal) }),
  },
  closeShort: {
    label: 'Close short',
    verb: 'Close short',
    title: ({ number }) => `Close ${number} short`,
    destructive: true,
    question: () => 'The outstanding quantity is no longer expected or counted as ordered.',
    reason: { help: 'The reason is kept with the order.' },
    outcome: 'was closed short',
    send: ({ _id }, version, { reason, key, signal }) =>
      send(api.purchaseOrders.closeShort, { params: { id: _id }, body: { reason, version }, ...request(key, signal) }),
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
    send: ({ _id }, version, { reason, key, signal }) =>
      send(api.purchaseOrders.cancel, { params: { id: _id }, body: { reason, version }, ...request(key, signal) }),
  },
});

/** Leads to the page for receiving, where the server allows that. */
function OpenReceipt({ item: { _id } }: { item: PurchaseOrderListItem }) {
  return <Navigate to={paths.receiveOrder(_id)} />;
}

/** With `keepalive`, as an approval may be sent while the page is closing. */
function decide(id: string, body: DecisionBody, { signal }: Given): Promise<PurchaseOrder> {
  return send(api.purchaseOrders.decide, { params: { id }, body, fetchOptions: { signal, keepalive: true } });
}
