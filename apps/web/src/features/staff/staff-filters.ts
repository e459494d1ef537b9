import { employmentTypeLabels, roleLabels, staffStatuses, staffStatusLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { choice, dayRange, laboratoryChoice, type ListFilter, oneOf } from '../../screens/list/list-filters';
import { staffStatsQuery } from './staff-stats';
import type { StaffListState } from './staff.resource';

/** The filters of the list of people, which the printed directory names. */
export const staffFilters: readonly ListFilter<StaffListState>[] = [
  choice('status', 'Status', staffStatusLabels, { none: staffStatuses }),
  choice('role', 'Role', roleLabels),
  laboratoryChoice(),
  choice<StaffListState, 'department', string>('department', 'Department', useDepartments),
  choice('employmentType', 'Employment', employmentTypeLabels, { rare: true }),
  oneOf('mustChangePassword', 'Password', { true: 'Pending', false: 'Chosen' }, { rare: true }),
  dayRange('Joined', 'joinedFrom', 'joinedTo', { rare: true }),
  dayRange('Left', 'leftFrom', 'leftTo', { rare: true }),
];

/** The departments of the people who are counted, and those that are chosen already. */
function useDepartments({ state: { laboratoryId, department = [] } }: { state: StaffListState }) {
  const { data } = useQuery(staffStatsQuery(laboratoryId));
  const counted = (data?.byDepartment ?? []).flatMap((group) => group.department ?? []);
  return [...new Set([...counted, ...department])]
    .sort((a, b) => a.localeCompare(b))
    .map((value) => ({ value, label: value }));
}
