import {
  inventoryCategoryLabels,
  inventoryItemStatuses,
  inventoryItemStatusLabels,
  stockStatusLabels,
} from '@shifa/contract';
import { ClosedLaboratory } from '../../../screens/closed-laboratory';
import { Dash } from '../../../ui/dash';
import { TwoLines } from '../../../ui/grid/two-lines';
import { suggestedFilter } from '../../../ui/fields/suggested-filter';
import { laboratoryColumn, moneyColumn } from '../../../screens/list/columns';
import { defineList } from '../../../screens/list/define-list';
import { alphabetical, choice, flags, laboratoryChoice, typed } from '../../../screens/list/list-filters';
import { oneNumber } from '../../../screens/list/number-filter';
import { ListPage } from '../../../screens/list/list-page';
import { RelativeTime } from '../../../ui/relative-time';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatCount, formatDayCount } from '../../../lib/format';
import { lazyPart } from '../../../ui/lazy-part';
import { ContinueCounts } from '../count/continue-counts';
import { inventoryActions, ItemForm } from '../inventory.actions';
import { InventoryListState, inventoryResource, MAX_ITEMS, suggestionsOf } from '../inventory.resource';
import { InventoryTabs } from '../inventory-tabs';
import { ExpiryDay, ItemCard } from '../item-display';
import { InventoryStats } from './inventory-stats';
import { itemColumns, supplierColumn } from './item-columns';

const BulkEdit = lazyPart(async () => (await import('./bulk-edit')).BulkEdit);
const ImportItems = lazyPart(async () => (await import('./import-items')).ImportItems);

const SupplierFilter = suggestedFilter('Supplier', 'The full name, as entered.', suggestionsOf('supplier'));
const LocationFilter = suggestedFilter('Location', 'The full name, as entered.', suggestionsOf('storageLocation'));

const inventoryList = defineList(inventoryResource, InventoryListState, {
  permission: 'inventory.view',
  search: 'Search items and batches',
  empty: 'No items yet. Create the first one, or import a list.',
  href: ({ _id }) => paths.inventoryItem(_id),
  create: { label: 'New item', permission: 'inventory.create', use: 'enterRecords', form: ItemForm },
  actions: inventoryActions,
  selectionBar: BulkEdit,
  mostSelected: MAX_ITEMS,
  menu: [
    { label: 'Import items', permissions: ['inventory.create'], creates: true, dialog: ImportItems },
    { label: 'Count stock', permissions: ['inventory.stock'], to: () => paths.stockCount },
    { label: 'Scan a code', to: () => paths.scanLabel },
  ],
  export: {
    permission: 'inventory.export',
    fileName: 'inventory',
    fetch: (query, format, waitMs) => api.inventory.export.query({ query: { ...query, format }, waitMs }),
  },
  filters: [
    choice('stockStatus', 'Stock', stockStatusLabels),
    choice('category', 'Category', inventoryCategoryLabels),
    oneNumber('expiringWithin', 'Expires within', [7, 30, 90], formatDayCount),
    flags('Not usable', { expired: 'Expired stock', blocked: 'Blocked or not accepted stock' }, { rare: true }),
    flags('Quantity', { inStock: 'With stock' }, { rare: true }),
    laboratoryChoice(),
    choice('status', 'Status', inventoryItemStatusLabels, { none: inventoryItemStatuses, rare: true }),
    typed('supplier', 'Supplier', SupplierFilter, { rare: true }),
    typed('storageLocation', 'Location', LocationFilter, { rare: true }),
  ],
  sorts: {
    ...alphabetical({ name: 'Name', itemCode: 'Code' }),
    nearestExpiry: 'Expires first',
    '-nearestExpiry': 'Expires last',
  },
  columns: [
    {
      field: 'name',
      headerName: 'Item',
      display: 'flex',
      flex: 2,
      minWidth: 200,
      hideable: false,
      renderCell: ({ row: { name, itemCode, manufacturer } }) => (
        <TwoLines strong first={name} second={[itemCode, manufacturer].filter(Boolean).join(' · ')} />
      ),
    },
    {
      field: 'category',
      headerName: 'Category',
      width: 108,
      from: 'lg',
      valueGetter: (_, { category }) => inventoryCategoryLabels[category],
    },
    itemColumns.stockStatus,
    itemColumns.usableQuantity,
    {
      field: 'minQuantity',
      headerName: 'Minimum',
      type: 'number',
      width: 96,
      hiddenByDefault: true,
      valueFormatter: (_, { minQuantity }) => formatCount(minQuantity),
    },
    {
      field: 'nearestExpiry',
      headerName: 'Next expiry',
      width: 112,
      renderCell: ({ row: { nearestExpiry, laboratoryId } }) =>
        nearestExpiry === null ? (
          <Dash label="No usable batch expires" />
        ) : (
          <ExpiryDay day={nearestExpiry} timeZone={laboratoryId.timezone} />
        ),
    },
    {
      field: 'storageLocation',
      headerName: 'Location',
      flex: 1,
      minWidth: 144,
      from: 'xl',
      renderCell: ({ row: { storageLocation } }) => storageLocation ?? <Dash label="Not set" />,
    },
    { ...supplierColumn(), hiddenByDefault: true },
    { ...moneyColumn('valuePaise', 'Value'), hiddenByDefault: true },
    laboratoryColumn(),
    {
      field: 'updatedAt',
      headerName: 'Changed',
      width: 132,
      hiddenByDefault: true,
      renderCell: ({ row }) => <RelativeTime instant={row.updatedAt} timeZone={row.laboratoryId.timezone} />,
    },
  ],
  card: (row) => <ItemCard item={row} />,
});

/** The items that the viewer may see. */
export function InventoryPage() {
  return (
    <ListPage
      list={inventoryList}
      title="Inventory Management"
      above={({ laboratoryId }) => (
        <>
          <InventoryTabs />
          <ContinueCounts />
          <ClosedLaboratory use="enterRecords" filter={laboratoryId} />
          <InventoryStats laboratoryId={laboratoryId} />
        </>
      )}
    />
  );
}
