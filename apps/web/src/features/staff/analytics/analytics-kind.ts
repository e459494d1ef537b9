import type { StaffGroup } from '@shifa/contract';
import type { AnalyticsKind } from '../../../components/analytics/analytics-kind';
import { lazyPart } from '../../../components/lazy-part';

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
  Panel: lazyPart(async () => (await import('./staff-panel')).StaffPanel),
};
