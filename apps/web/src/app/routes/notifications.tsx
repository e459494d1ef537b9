import { paths } from '../../config/paths';
import { UnbuiltPage } from '../unbuilt-page';
import type { Section } from './section';

const notificationsPage = (
  <UnbuiltPage title="Notifications">Approvals, alerts and announcements for you will be listed here.</UnbuiltPage>
);

export const notifications: Section = {
  path: paths.notifications,
  pages: [{ index: true, element: notificationsPage }],
};
