import { LinkTabs } from '../../components/link-tabs';
import { paths } from '../../config/paths';

const tabs = [
  { path: paths.inventory, label: 'Items' },
  { path: paths.stockAlerts, label: 'Alerts' },
  { path: paths.lowStock, label: 'Low stock' },
  { path: paths.reorder, label: 'Reorder' },
  { path: paths.expiringStock, label: 'Expiring' },
  { path: paths.stockMovements, label: 'Movements' },
];

/** The lists of the inventory. */
export function InventoryTabs() {
  return <LinkTabs label="Pages of the inventory" tabs={tabs} />;
}
