import type { StaffGroup } from '@shifa/contract';
import type { AnalyticsKind } from '../../../screens/report/analytics-kind';
import { lazyPart } from '../../../ui/lazy-part';

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
