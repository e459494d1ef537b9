import { LinkTabs } from '../../ui/link-tabs';
import { useUser } from '../../data/use-session';
import { inventoryPages } from './inventory.pages';

/** The lists of the inventory. */
export function InventoryTabs() {
  const { permissions } = useUser();
  return <LinkTabs label="Inventory" tabs={inventoryPages(permissions)} />;
}
