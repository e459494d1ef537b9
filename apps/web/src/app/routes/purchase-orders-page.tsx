import { InventoryTabs } from '../../features/inventory/inventory-tabs';
import { OrdersPage } from '../../features/purchasing/orders/orders-page';

/** The list of orders, among the lists of the inventory. */
export function PurchaseOrdersPage() {
  return <OrdersPage tabs={<InventoryTabs />} />;
}
