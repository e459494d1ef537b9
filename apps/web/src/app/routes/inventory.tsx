import DeleteSweep from '@mui/icons-material/DeleteSweepOutlined';
import Inventory2 from '@mui/icons-material/Inventory2Outlined';
import { PermissionSection } from '../../screens/actions/permission-section';
import { paths } from '../../config/paths';
import {
  InventoryListState,
  inventoryLive,
  inventoryNotices,
  inventoryResource,
} from '../../features/inventory/inventory.resource';
import { transferLive } from '../../features/inventory/transfers/transfer.resource';
import { writeOffLive, writeOffsWaitingForMe } from '../../features/inventory/write-offs/write-off.resource';
import { api } from '../../data/api';
import { live } from '../../data/live';
import { keyOf, keyOfAll } from '../../data/queries';
import { prefetchPage } from '../../data/resource';
import { page, type Section } from './section';

/** A laboratory's page shows totals of its stock; laboratories themselves know nothing of the inventory. */
const laboratoryTotalsLive = live({
  'inventory:*': ({ laboratoryId }) => [keyOf(api.laboratories.stats, { params: { id: laboratoryId } })],
});

/** Items name their laboratory, and its status and time zone decide what can be done with them. */
const laboratoryOfItemsLive = live({ 'laboratory:*': () => [keyOfAll('inventory'), keyOfAll('stockAlerts')] });

export const inventory: Section = {
  path: paths.inventory,
  permission: 'inventory.view',
  navigation: {
    label: 'Inventory',
    key: 'i',
    short: 'Inventory',
    icon: <Inventory2 />,
    includes: [paths.purchaseOrders, paths.suppliers],
  },
  pages: [
    {
      index: true,
      element: page(
        () => import('../../features/inventory/items/inventory-page'),
        'InventoryPage',
        prefetchPage(inventoryResource, InventoryListState),
      ),
    },
    {
      path: 'alerts',
      element: page(() => import('../../features/inventory/alerts/stock-alerts-page'), 'StockAlertsPage'),
    },
    { path: 'reorder', element: page(() => import('../../features/inventory/orders/reorder-page'), 'ReorderPage') },
    {
      path: 'reorder/order-list',
      element: page(() => import('../../features/inventory/orders/order-list-page'), 'OrderListPage'),
    },
    {
      path: 'low-stock',
      element: page(() => import('../../features/inventory/items/low-stock-page'), 'LowStockPage'),
    },
    {
      path: 'expiring',
      element: page(() => import('../../features/inventory/batches/expiring-page'), 'ExpiringPage'),
    },
    {
      path: 'movements',
      element: page(() => import('../../features/inventory/movements/movements-page'), 'MovementsPage'),
    },
    {
      path: 'count',
      element: (
        <PermissionSection permission="inventory.stock">
          {page(() => import('../../features/inventory/count/count-page'), 'CountPage')}
        </PermissionSection>
      ),
    },
    { path: 'scan', element: page(() => import('../../features/inventory/labels/scan-page'), 'ScanPage') },
    {
      path: 'batches/:batchId',
      element: page(() => import('../../features/inventory/labels/batch-redirect-page'), 'BatchRedirectPage'),
    },
    {
      path: 'transfers',
      element: page(() => import('../../features/inventory/transfers/transfers-page'), 'TransfersPage'),
    },
    {
      path: 'transfers/:id',
      element: page(() => import('../../features/inventory/transfers/transfer-page'), 'TransferPage'),
    },
    {
      path: 'write-offs',
      element: page(() => import('../../features/inventory/write-offs/write-offs-page'), 'WriteOffsPage'),
    },
    { path: 'rescue', element: page(() => import('../../features/inventory/transfers/rescue-page'), 'RescuePage') },
    { path: 'recalls', element: page(() => import('../../features/inventory/recalls/recall-page'), 'RecallPage') },
    { path: ':id', element: page(() => import('../../features/inventory/item/item-page'), 'ItemPage') },
    { path: ':id/labels', element: page(() => import('../../features/inventory/labels/labels-page'), 'LabelsPage') },
  ],
  live: [inventoryLive, transferLive, writeOffLive, laboratoryTotalsLive, laboratoryOfItemsLive],
  notices: inventoryNotices,
  kept: [keyOf(api.inventory.list), keyOf(api.inventory.stats), keyOf(api.writeOffs.list)],
  inbox: [
    {
      kind: 'write-offs',
      label: 'Write-offs',
      plural: 'write-offs',
      icon: <DeleteSweep />,
      permission: 'inventory.approve',
      count: writeOffsWaitingForMe,
      load: async () => (await import('../../features/inventory/write-offs/write-off-review')).writeOffQueue,
    },
  ],
};
