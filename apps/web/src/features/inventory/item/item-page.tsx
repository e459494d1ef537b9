import { type AuditEntry, inventoryCategoryLabels, type InventoryItem, type MovementType } from '@shifa/contract';
import { BackLink } from '../../../screens/back-link';
import { DetailPage, type DetailTab, type TabPage } from '../../../screens/detail/detail-page';
import { HistoryCard } from '../../../screens/form/history-card';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { ItemAlerts } from '../alerts/item-alerts';
import { inventoryActions } from '../inventory.actions';
import { historyFields } from '../inventory.fields';
import { inventoryResource } from '../inventory.resource';
import { ItemStatusChip, NotAcceptedChip } from '../item-display';
import { ItemDetails } from './item-details';
import { ItemLedger } from './item-ledger';
import { ItemStock } from './item-stock';

/** The parts of the page, in their order. */
const tabs: readonly DetailTab<InventoryItem>[] = [
  { value: 'stock', label: 'Stock', content: (item) => <ItemStock item={item} /> },
  { value: 'ledger', label: 'Ledger', content: (item) => <ItemLedger key={item._id} item={item} /> },
  { value: 'alerts', label: 'Alerts', content: (item) => <ItemAlerts key={item._id} item={item} /> },
  { value: 'details', label: 'Details', content: (item) => <ItemDetails item={item} /> },
  { value: 'history', label: 'History', content: (item, page) => <ItemHistory item={item} {...page} /> },
];

/** One item: its stock by batch, its ledger, what is known of it, and its history. */
export function ItemPage() {
  return (
    <DetailPage
      resource={inventoryResource}
      actions={inventoryActions}
      primaryAction="use"
      back={<BackLink to={paths.inventory}>Inventory</BackLink>}
      facts={(item) => (
        <>
          <ItemStatusChip item={item} />
          {item.batches.some(({ acceptancePending, quantity }) => acceptancePending && quantity > 0) && (
            <NotAcceptedChip />
          )}
          <span>{item.itemCode}</span>
          <span>{inventoryCategoryLabels[item.category]}</span>
          <span>{item.laboratoryId.name}</span>
        </>
      )}
      tabs={tabs}
    />
  );
}

function ItemHistory({ item: { _id, laboratoryId }, ...page }: TabPage & { item: InventoryItem }) {
  return (
    <HistoryCard
      thing="item"
      id={_id}
      route={api.inventory.history}
      fields={historyFields}
      describeAction={describeAction}
      timeZone={laboratoryId.timezone}
      {...page}
    />
  );
}

const actionWords: Partial<Record<string, string>> & Record<MovementType, string> = {
  created: 'created the item',
  discontinued: 'discontinued the item',
  reactivated: 'reactivated the item',
  in: 'received stock',
  out: 'used stock',
  adjustment: 'corrected the stock to a count',
  waste: 'wrote off stock',
  return: 'returned stock to the supplier',
  transfer_out: 'sent stock to another laboratory',
  transfer_in: 'received stock from another laboratory',
  quarantine: 'quarantined a batch',
  release: 'released a batch',
  accept: 'accepted a batch',
  recall: 'recalled a batch',
  open: 'opened a batch',
  cost: 'corrected the cost of a batch',
  counted: 'counted the stock, which agreed with the records',
  ordered: 'recorded an order',
  'order-withdrawn': 'withdrew the order',
  'on-order': 'changed what is on purchase orders',
  'supplier-linked': 'linked the item to a supplier',
  'supplier-unlinked': 'undid the link to a supplier',
};

/** What was done, to follow the name of the person who did it. */
function describeAction({ action }: Pick<AuditEntry, 'action'>): string {
  return actionWords[action.slice(action.indexOf('.') + 1)] ?? 'changed the item';
}
