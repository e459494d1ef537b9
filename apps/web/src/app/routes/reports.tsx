import Assessment from '@mui/icons-material/AssessmentOutlined';
import { PermissionSection } from '../../screens/actions/permission-section';
import { paths } from '../../config/paths';
import { reportsLive } from '../../features/reports/reports.resource';
import { lazyComponent } from '../../lib/lazy-component';
import { analyticsKinds } from './analytics-kinds';
import { page, type Section } from './section';

const AnalyticsPage = lazyComponent(async () => (await import('../../features/reports/analytics-page')).AnalyticsPage);

export const reports: Section = {
  path: paths.reports,
  permission: 'reports.view',
  navigation: { label: 'Reports', key: 'r', icon: <Assessment />, inUserMenu: true },
  pages: [
    { index: true, element: <AnalyticsPage kinds={analyticsKinds} /> },
    { path: 'files', element: page(() => import('../../features/reports/files/files-page'), 'FilesPage') },
    {
      path: 'schedules',
      element: (
        <PermissionSection permission="reports.export">
          {page(() => import('../../features/reports/schedules/schedules-page'), 'SchedulesPage')}
        </PermissionSection>
      ),
    },
  ],
  live: [reportsLive],
};
