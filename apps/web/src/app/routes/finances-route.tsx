import { UnbuiltPage } from '../unbuilt-page';
import { RequirePermission } from '../require-permission';

export function FinancesRoute() {
  return (
    <RequirePermission permission="transactions.view">
      <UnbuiltPage title="Financial Overview">Income and expenses, and their approval, will be kept here.</UnbuiltPage>
    </RequirePermission>
  );
}
