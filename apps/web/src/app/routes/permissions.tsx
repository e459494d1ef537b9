import { paths } from '../../config/paths';
import { permissionLive } from '../../features/permissions/permission.queries';
import { page, type Section } from './section';

export const permissions: Section = {
  path: paths.permissions,
  permission: 'permissions.view',
  pages: [
    { index: true, element: page(() => import('../../features/permissions/permissions-page'), 'PermissionsPage') },
    {
      path: ':id',
      element: page(() => import('../../features/permissions/person-permissions-page'), 'PersonPermissionsPage'),
    },
  ],
  live: [permissionLive],
};
