import type { PaletteSource } from '../../screens/palette-source';
import { newOn } from '../../ui/use-new-by-link';
import { paths } from '../../config/paths';

export const notificationsPalette: PaletteSource = {
  title: 'Notifications',
  pages: () => [{ label: 'Notifications', path: paths.notifications }],
  actions: () => [
    { label: 'Create Notification', path: newOn(paths.notifications), permission: 'notifications.create' },
  ],
};
