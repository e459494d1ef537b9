import { UnbuiltPage } from '../unbuilt-page';
import { RequirePermission } from '../require-permission';

export function LaboratoriesRoute() {
  return (
    <RequirePermission permission="laboratories.view">
      <UnbuiltPage title="Laboratory Management">
        The laboratories of the network will be kept here: their places, hours, licences and rules.
      </UnbuiltPage>
    </RequirePermission>
  );
}
