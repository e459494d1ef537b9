import SpaceDashboard from '@mui/icons-material/SpaceDashboardOutlined';
import { paths } from '../../config/paths';
import { page, type Section } from './section';

export const dashboard: Section = {
  path: paths.dashboard,
  navigation: { label: 'Dashboard', short: 'Home', icon: <SpaceDashboard /> },
  pages: [{ index: true, element: page(() => import('../../features/dashboard/dashboard-page'), 'DashboardPage') }],
};
