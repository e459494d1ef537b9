import SpaceDashboard from '@mui/icons-material/SpaceDashboardOutlined';
import { paths } from '../../config/paths';
import { staleBlocks, TOGETHER_MS } from '../../features/dashboard/dashboard.queries';
import { live } from '../../data/live';
import { page, type Section } from './section';

/** The blocks count what the events are about. */
const dashboardLive = live(
  {
    'inventory:*': () => staleBlocks('inventory', 'attention', 'activity', 'laboratories'),
    'stock-transfer:*': () => staleBlocks('attention', 'activity'),
    'attendance:*': () => staleBlocks('me', 'attendance', 'attention', 'laboratories'),
    'leave:updated': () => staleBlocks('me', 'attendance', 'attention', 'laboratories'),
    'user:*': () => staleBlocks('staff', 'attendance', 'attention', 'activity', 'laboratories'),
    'laboratory:*': () => staleBlocks('attention', 'activity', 'laboratories'),
  },
  TOGETHER_MS,
);

export const dashboard: Section = {
  path: paths.dashboard,
  navigation: { label: 'Dashboard', key: 'd', short: 'Home', icon: <SpaceDashboard /> },
  pages: [{ index: true, element: page(() => import('./dashboard-extensions'), 'Dashboard') }],
  live: [dashboardLive],
};
