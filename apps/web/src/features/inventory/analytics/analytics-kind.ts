import type { InventoryGroup } from '@shifa/contract';
import type { AnalyticsKind } from '../../../components/analytics/analytics-kind';
import { lazyComponent } from '../../../lib/lazy-component';

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
  Panel: lazyComponent(async () => (await import('./inventory-panel')).InventoryPanel),
};
