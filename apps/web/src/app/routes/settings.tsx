import Settings from '@mui/icons-material/SettingsOutlined';
import { LaboratoryExtensions } from '../../screens/detail/laboratory-extensions';
import { paths } from '../../config/paths';
import { ledgersLive } from '../../features/settings/ledgers.resource';
import { RequirePermission } from '../require-permission';
import { laboratoryExtensions } from './laboratory-extensions';
import { page, type Section } from './section';

export const settings: Section = {
  path: paths.settings,
  navigation: { label: 'Settings', key: 't', icon: <Settings /> },
  pages: [
    { index: true, element: page(() => import('./settings-pages'), 'PreferencesPage') },
    { path: 'notifications', element: page(() => import('./settings-pages'), 'NotificationSettingsPage') },
    { path: 'security', element: page(() => import('./settings-pages'), 'SecurityPage') },
    {
      path: 'laboratory',
      element: (
        <RequirePermission permission="laboratories.edit">
          <LaboratoryExtensions value={laboratoryExtensions}>
            {page(() => import('./settings-pages'), 'LaboratorySettingsPage')}
          </LaboratoryExtensions>
        </RequirePermission>
      ),
    },
    {
      path: 'network',
      element: (
        <RequirePermission permission="settings.view" scope="all">
          <LaboratoryExtensions value={laboratoryExtensions}>
            {page(() => import('./settings-pages'), 'NetworkSettingsPage')}
          </LaboratoryExtensions>
        </RequirePermission>
      ),
    },
    {
      path: 'backups',
      element: (
        <RequirePermission permission="settings.view" scope="all">
          {page(() => import('./settings-pages'), 'BackupsPage')}
        </RequirePermission>
      ),
    },
    {
      path: 'displays',
      element: (
        <RequirePermission permission="attendance.create">
          {page(() => import('./settings-pages'), 'WallDisplaysPage')}
        </RequirePermission>
      ),
    },
    { path: 'administration', element: page(() => import('./settings-pages'), 'AdministrationPage') },
    {
      path: 'audit',
      element: (
        <RequirePermission permission="settings.audit">
          {page(() => import('./settings-pages'), 'AuditLogPage')}
        </RequirePermission>
      ),
    },
    {
      path: 'ledgers',
      element: (
        <RequirePermission permission="settings.audit">
          {page(() => import('./settings-pages'), 'LedgersPage')}
        </RequirePermission>
      ),
    },
    { path: 'about', element: page(() => import('./settings-pages'), 'AboutPage') },
  ],
  live: [ledgersLive],
};
