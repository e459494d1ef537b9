import { roleLabels, type Role, type StaffStats } from '@shifa/contract';
import type { DashboardExtension } from '../../screens/detail/dashboard-extensions';
import { type Figure, Figures } from '../../ui/figures';
import { paths } from '../../config/paths';
import { formatCount } from '../../lib/format';
import { withQuery } from '../../lib/with-query';

/** How many people there are. */
export const staffExtension: DashboardExtension<'staff'> = {
  block: 'staff',
  title: 'People',
  permission: 'staff.view',
  Block: ({ data, laboratoryId }) => <Figures figures={figuresOf(data, laboratoryId)} />,
  columns: [
    {
      heading: 'People',
      value: ({ staff }) => staff?.active,
      format: formatCount,
      to: ({ laboratory }) => withQuery(paths.staff, { laboratoryId: laboratory._id, status: 'active' }),
    },
  ],
  documents: { user: { noun: 'Person', path: paths.staffMember } },
};

function figuresOf(stats: StaffStats, laboratoryId: string | undefined): Figure[] {
  const { byStatus, byRole, joinedThisMonth } = stats;
  const to = (filter: Record<string, string | readonly string[]>) =>
    withQuery(paths.staff, { laboratoryId, ...filter });
  const { from, to: last, count } = joinedThisMonth;
  return [
    { label: 'Active', figure: formatCount(byStatus.active), to: to({ status: 'active' }) },
    ...Object.entries(byRole).map(([role, people]) => ({
      label: roleLabels[role as Role],
      figure: formatCount(people),
      to: to({ status: 'active', role }),
    })),
    {
      label: 'Joined this month',
      figure: formatCount(count),
      to: to({ status: ['active', 'suspended', 'exited'], joinedFrom: from, joinedTo: last }),
    },
  ];
}
