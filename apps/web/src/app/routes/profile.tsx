import { paths } from '../../config/paths';
import { permissionLive } from '../../features/permissions/permission.queries';
import { page, type Section } from './section';

export const profile: Section = {
  path: paths.profile,
  pages: [
    { index: true, element: page(() => import('../../features/auth/profile-page'), 'ProfilePage') },
    {
      path: 'permissions',
      element: page(() => import('../../features/permissions/own-permissions-page'), 'OwnPermissionsPage'),
    },
  ],
  live: [permissionLive],
};
