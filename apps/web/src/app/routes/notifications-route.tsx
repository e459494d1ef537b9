import { UnbuiltPage } from '../unbuilt-page';

export function NotificationsRoute() {
  return (
    <UnbuiltPage title="Notifications">
      What concerns you will be listed here: approvals, alerts and announcements.
    </UnbuiltPage>
  );
}
