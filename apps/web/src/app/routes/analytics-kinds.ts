import type { AnalyticsKind } from '../../screens/report/analytics-kind';
import { attendanceAnalytics } from '../../features/attendance/analytics/analytics-kind';
import { financialAnalytics } from '../../features/finance/analytics/analytics-kind';
import { inventoryAnalytics } from '../../features/inventory/analytics/analytics-kind';
import { staffAnalytics } from '../../features/staff/analytics/analytics-kind';

/** The analyses of the reports, in the order of the screen. A feature adds its own in one line. */
export const analyticsKinds: readonly AnalyticsKind[] = [
  financialAnalytics,
  attendanceAnalytics,
  inventoryAnalytics,
  staffAnalytics,
];
