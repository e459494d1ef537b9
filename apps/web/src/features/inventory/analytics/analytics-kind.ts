import type { InventoryGroup } from '@shifa/contract';
import type { AnalyticsKind } from '../../../screens/report/analytics-kind';
import { lazyPart } from '../../../ui/lazy-part';

const inventoryGroupLabels: Record<InventoryGroup, string> = {
  category: 'Category',
  item: 'Item',
  month: 'Month',
  laboratory: 'Laboratory',
};

export const inventoryAnalytics: AnalyticsKind = {
  name: 'inventory',
  label: 'Inventory',
  permission: 'inventory.view',
  groups: inventoryGroupLabels,
  Panel: lazyPart(async () => (await import('./inventory-panel')).InventoryPanel),
};
