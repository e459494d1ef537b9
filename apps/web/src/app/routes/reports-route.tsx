import { UnbuiltPage } from '../unbuilt-page';
import { RequirePermission } from '../require-permission';

export function ReportsRoute() {
  return (
    <RequirePermission permission="reports.view">
      <UnbuiltPage title="Reports & Analytics">
        Figures over a period, and the workbooks made from them, will be found here.
      </UnbuiltPage>
    </RequirePermission>
  );
}
