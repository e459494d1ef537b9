import { LinkTabs } from '../../components/link-tabs';
import { paths } from '../../config/paths';
import { usePermission } from '../../lib/use-session';

const tabs = [
  { path: paths.inventory, label: 'Items' },
  { path: paths.stockAlerts, label: 'Alerts' },
  { path: paths.lowStock, label: 'Low stock' },
  { path: paths.reorder, label: 'Reorder' },
  { path: paths.expiringStock, label: 'Expiring' },
  { path: paths.stockMovements, label: 'Movements' },
  { path: paths.transfers, label: 'Transfers' },
  { path: paths.writeOffs, label: 'Write-offs' },
  { path: paths.batchRecalls, label: 'Recalls' },
];

/** The lists of the inventory. */
export function InventoryTabs() {
  const { scope } = usePermission('inventory.transfer');
  const ofNetwork = scope === 'all' ? [{ path: paths.rescueStock, label: 'Rescue' }] : [];
  return <LinkTabs label="Pages of the inventory" tabs={[...tabs, ...ofNetwork]} />;
}
