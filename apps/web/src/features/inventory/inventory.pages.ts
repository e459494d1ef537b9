import type { Permission, ResolvedPermissions } from '@shifa/contract';
import { paths } from '../../config/paths';

/** What a list asks for; most of them are of the stock itself. */
const pages: readonly { path: string; label: string; permission?: Permission }[] = [
  { path: paths.inventory, label: 'Items' },
  { path: paths.stockAlerts, label: 'Alerts' },
  { path: paths.lowStock, label: 'Low stock' },
  { path: paths.reorder, label: 'Reorder' },
  { path: paths.expiringStock, label: 'Expiring' },
  { path: paths.stockMovements, label: 'Movements' },
  { path: paths.transfers, label: 'Transfers' },
  { path: paths.writeOffs, label: 'Write-offs' },
  { path: paths.purchaseOrders, label: 'Purchase orders', permission: 'purchaseOrders.view' },
  { path: paths.batchRecalls, label: 'Recalls' },
];

/** The lists of the inventory that a person may open, in the order of their tabs. */
export function inventoryPages(permissions: ResolvedPermissions): readonly { path: string; label: string }[] {
  const seesNetwork = permissions['inventory.transfer'].scope === 'all';
  return [
    ...pages.filter(({ permission = 'inventory.view' }) => permissions[permission].allowed),
    ...(seesNetwork ? [{ path: paths.rescueStock, label: 'Rescue' }] : []),
    ...(permissions['suppliers.view'].allowed ? [{ path: paths.suppliers, label: 'Suppliers' }] : []),
  ];
}
