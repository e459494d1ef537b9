import { UnbuiltPage } from '../unbuilt-page';
import { RequirePermission } from '../require-permission';

export function InventoryRoute() {
  return (
    <RequirePermission permission="inventory.view">
      <UnbuiltPage title="Inventory Management">
        Stock with its batches and expiry dates will be counted here.
      </UnbuiltPage>
    </RequirePermission>
  );
}
