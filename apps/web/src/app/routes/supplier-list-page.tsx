import { InventoryTabs } from '../../features/inventory/inventory-tabs';
import { SupplierListPage as Suppliers } from '../../features/purchasing/suppliers/supplier-list-page';

/** The list of suppliers, among the lists of the inventory. */
export function SupplierListPage() {
  return <Suppliers tabs={<InventoryTabs />} />;
}
