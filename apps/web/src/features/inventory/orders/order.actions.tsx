import { formatQuantity, type InventoryItem, type InventoryListItem } from '@shifa/contract';
import { type ActionDialogProps, defineActions } from '../../../screens/actions/define-actions';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { inventoryResource } from '../inventory.resource';

export const OrderDrawer = lazyForm(
  () => 'Record an order',
  async () => (await import('./order-drawer')).OrderDrawer,
);

function OrderDialog({ item: { _id }, onDone, onClose }: ActionDialogProps<InventoryListItem, InventoryItem>) {
  return <OrderDrawer itemId={_id} onDone={onDone} onClose={onClose} />;
}

/** What can be done about the order of an item, behind the permission for stock changes. */
export const orderActions = defineActions(inventoryResource, {
  order: { label: 'Record an order', allowedBy: 'move', dialog: OrderDialog },
  change: { label: 'Change', allowedBy: 'move', dialog: OrderDialog },
  withdraw: {
    label: 'Withdraw',
    title: () => 'Withdraw order',
    verb: 'Withdraw',
    allowedBy: 'move',
    outcome: 'is no longer on order',
    question: ({ name, onOrder, unit }) => (
      <>
        {onOrder && formatQuantity(onOrder.quantity, unit)} of <strong>{name}</strong> will no longer count as ordered,
        and its paused alerts reopen. The supplier isn't notified.
      </>
    ),
    send: ({ _id }, version, given) =>
      send(api.stockAlerts.order, { params: { id: _id }, body: { quantity: 0, version } }, given),
  },
});
