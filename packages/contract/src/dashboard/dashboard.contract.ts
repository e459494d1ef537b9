import { successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';
import { DashboardQuery, DashboardSchema, QuickStatsSchema } from './dashboard.schema.js';

export const dashboardContract = defineRoutes({
  get: {
    method: 'GET',
    path: '/dashboard',
    summary: 'Get the dashboard',
    description:
      'What needs the caller, what changed, and how the laboratories are doing. Blocks that the caller can’t see ' +
      'are absent. `blocks` selects some of them.',
    query: DashboardQuery,
    responses: { 200: successOf(DashboardSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'dashboard.view' },
  },
  quickStats: {
    method: 'GET',
    path: '/dashboard/quick-stats',
    summary: 'Get a few numbers of the dashboard',
    description: 'The numbers that are cheap to read, by feature. Those that the caller can’t see are absent.',
    query: DashboardQuery.pick({ laboratoryId: true }),
    responses: { 200: successOf(QuickStatsSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'dashboard.view' },
  },
});
