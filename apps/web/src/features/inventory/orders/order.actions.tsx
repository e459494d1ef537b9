import { formatQuantity, type InventoryItem, type InventoryListItem } from '@shifa/contract';
import { type ActionDialogProps, defineActions } from '../../../screens/actions/define-actions';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { withdrawAllText, withdrawPartText } from '../inventory.messages';
import { inventoryResource } from '../inventory.resource';

export const OrderDrawer = lazyForm(
  () => 'Record an order',
  async () => (await import('./order-drawer')).OrderDrawer,
);

function OrderDialog({ item: { _id }, onDone, onClose }: ActionDialogProps<InventoryListItem, InventoryItem>) {
  return <OrderDrawer itemId={_id} onDone={onDone} onClose={onClose} />;
}

/** What is on purchase orders is withdrawn there. */
function purchasedOf(onOrder: InventoryListItem['onOrder']): number {
  return onOrder?.purchased ?? 0;
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
    outcome: ({ name, onOrder, unit }) =>
      onOrder
        ? `${name}: ${formatQuantity(onOrder.quantity, unit)} on purchase orders still count as ordered`
        : `${name} is no longer on order`,
    question: ({ name, onOrder, unit }) => {
      const purchased = purchasedOf(onOrder);
      const ordered = formatQuantity((onOrder?.quantity ?? 0) - purchased, unit);
      return purchased === 0
        ? withdrawAllText(ordered, name)
        : withdrawPartText(ordered, name, formatQuantity(purchased, unit));
    },
    send: ({ _id, onOrder }, version, given) => {
      const quantity = purchasedOf(onOrder);
      const body = { quantity, ...(quantity > 0 && { expectedOn: onOrder?.purchasedOn }), version };
      return send(api.stockAlerts.order, { params: { id: _id }, body }, given);
    },
  },
});
