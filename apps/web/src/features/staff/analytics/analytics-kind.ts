import type { StaffGroup } from '@shifa/contract';
import type { AnalyticsKind } from '../../../components/analytics/analytics-kind';
import { lazyComponent } from '../../../lib/lazy-component';

const staffGroupLabels: Record<StaffGroup, string> = {
  department: 'Department',
  role: 'Role',
  month: 'Month',
  laboratory: 'Laboratory',
};

export const staffAnalytics: AnalyticsKind = {
  name: 'staff',
  label: 'Staff',
  permission: 'staff.view',
  groups: staffGroupLabels,
  Panel: lazyComponent(async () => (await import('./staff-panel')).StaffPanel),
};
