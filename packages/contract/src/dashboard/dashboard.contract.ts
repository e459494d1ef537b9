import { successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';
import { DashboardQuery, DashboardSchema, QuickStatsSchema } from './dashboard.schema.js';

export const dashboardContract = defineRoutes({
  get: {
    method: 'GET',
    path: '/dashboard',
    summary: 'What needs the viewer, what changed and how the laboratories are doing',
    query: DashboardQuery,
    responses: { 200: successOf(DashboardSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'dashboard.view' },
  },
  quickStats: {
    method: 'GET',
    path: '/dashboard/quick-stats',
    summary: 'A few numbers of the dashboard that are cheap to read',
    query: DashboardQuery.pick({ laboratoryId: true }),
    responses: { 200: successOf(QuickStatsSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'dashboard.view' },
  },
});
