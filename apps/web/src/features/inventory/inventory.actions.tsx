import Edit from '@mui/icons-material/EditOutlined';
import Remove from '@mui/icons-material/RemoveCircleOutlineOutlined';
import type { InventoryItem, InventoryListItem, StockChangeType } from '@shifa/contract';
import { type ActionDialogProps, defineActions } from '../../screens/actions/define-actions';
import { formTitle, lazyForm } from '../../ui/drawers/lazy-form';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { inventoryResource } from './inventory.resource';
import { orderActions } from './orders/order.actions';
import { stockChanges } from './stock/stock-changes';

export const StockDrawer = lazyForm(
  ({ type }: { type: StockChangeType }) => stockChanges[type].label,
  async () => (await import('./stock/stock-drawer')).StockDrawer,
);
const SendDrawer = lazyForm(
  () => 'Send to laboratory',
  async () => (await import('./transfers/send-drawer')).SendDrawer,
);
export const ItemForm = lazyForm(formTitle('item'), async () => (await import('./items/item-form')).ItemForm);

/** A change of the item's stock, behind the server's one permission for all of them. */
function stockAction(type: StockChangeType) {
  return {
    label: stockChanges[type].label,
    allowedBy: 'move',
    dialog: ({ item: { _id }, onDone, onClose }: ActionDialogProps<InventoryListItem, InventoryItem>) => (
      <StockDrawer itemId={_id} type={type} onDone={onDone} onClose={onClose} />
    ),
  };
}

export const inventoryActions = defineActions(inventoryResource, {
  use: { ...stockAction('out'), icon: <Remove /> },
  receive: stockAction('in'),
  count: stockAction('adjustment'),
  waste: stockAction('waste'),
  return: stockAction('return'),
  send: {
    label: 'Send to laboratory',
    allowedBy: 'transfer',
    dialog: ({ item: { _id }, onClose }) => <SendDrawer itemId={_id} onClose={onClose} />,
  },
  order: orderActions.definitions.order,
  edit: { label: 'Edit item', icon: <Edit />, form: ItemForm },
  labels: { label: 'Print batch labels', to: ({ _id }) => paths.batchLabels(_id) },
  discontinue: {
    label: 'Discontinue item',
    verb: 'Discontinue',
    destructive: true,
    outcome: 'was discontinued',
    question: ({ name }) => (
      <>
        <strong>{name}</strong> is removed from lists and raises no more alerts. Its movements are kept, and you can
        reactivate it.
      </>
    ),
    send: ({ _id }, version, { signal }) =>
      send(api.inventory.discontinue, { params: { id: _id }, query: { version } }, { signal }),
    blocked: {
      title: 'The item still has stock',
      text: "can't be discontinued yet. Use it up, write it off or return it first. It still has:",
    },
  },
  reactivate: {
    label: 'Reactivate item',
    outcome: 'is active again',
    question: ({ name }) => (
      <>
        <strong>{name}</strong> appears in the lists again, and low stock raises alerts again.
      </>
    ),
    send: ({ _id }, version, { signal }) =>
      send(api.inventory.update, { params: { id: _id }, body: { status: 'active', version } }, { signal }),
  },
});
