import SpaceDashboard from '@mui/icons-material/SpaceDashboardOutlined';
import { paths } from '../../config/paths';
import { blockQuery, staleBlocks, TOGETHER_MS } from '../../features/dashboard/dashboard.queries';
import { live } from '../../data/live';
import type { Prefetch } from '../../data/resource';
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

/** What stands first on a phone. */
const prefetch: Prefetch = (queryClient, search, permissions) => {
  const laboratoryId = new URLSearchParams(search).get('laboratoryId') ?? undefined;
  for (const block of ['me', 'attention'] as const) {
    if (block === 'me' && !permissions['attendance.clock'].allowed) continue;
    // A failure is reported by the block, which then tries again.
    queryClient.query(blockQuery(block, laboratoryId)).catch(() => undefined);
  }
};

export const dashboard: Section = {
  path: paths.dashboard,
  navigation: { label: 'Dashboard', key: 'd', short: 'Home', icon: <SpaceDashboard /> },
  pages: [{ index: true, element: page(() => import('./dashboard-extensions'), 'Dashboard', prefetch) }],
  live: [dashboardLive],
  // Recent changes come from the audit log, which is not kept.
  kept: staleBlocks('me', 'attention', 'attendance', 'inventory', 'staff', 'laboratories'),
};
