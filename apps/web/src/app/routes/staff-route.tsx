import { UnbuiltPage } from '../unbuilt-page';
import { RequirePermission } from '../require-permission';

export function StaffRoute() {
  return (
    <RequirePermission permission="staff.view">
      <UnbuiltPage title="Staff Management">
        The people of each laboratory will be kept here: who they are, their shifts and what they may do.
      </UnbuiltPage>
    </RequirePermission>
  );
}
