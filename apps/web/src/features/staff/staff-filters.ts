import { employmentTypeLabels, roleLabels, staffStatuses, staffStatusLabels, type StaffStats } from '@shifa/contract';
import {
  choice,
  dayRange,
  fetched,
  type FilterContext,
  laboratoryChoice,
  type ListFilter,
  oneOf,
} from '../../screens/list/list-filters';
import { staffStatsQuery } from './staff-stats';
import type { StaffListState } from './staff.resource';

/** The filters of the list of people, which the printed directory names. */
export const staffFilters: readonly ListFilter<StaffListState>[] = [
  choice('status', 'Status', staffStatusLabels, { none: staffStatuses }),
  choice('role', 'Role', roleLabels),
  laboratoryChoice(),
  choice<StaffListState, 'department', string>('department', 'Department', fetched(countsQuery, departmentOptions)),
  choice('employmentType', 'Employment', employmentTypeLabels, { rare: true }),
  oneOf('mustChangePassword', 'Password', { true: 'Pending', false: 'Chosen' }, { rare: true }),
  dayRange('Joined', 'joinedFrom', 'joinedTo', { rare: true }),
  dayRange('Left', 'leftFrom', 'leftTo', { rare: true }),
];

type Context = FilterContext<StaffListState>;

function countsQuery({ state: { laboratoryId } }: Context) {
  return staffStatsQuery(laboratoryId);
}

/** The departments of the people who are counted. */
function departmentOptions(stats: StaffStats | undefined) {
  const counted = (stats?.byDepartment ?? []).flatMap((group) => group.department ?? []);
  return counted.sort((a, b) => a.localeCompare(b)).map((value) => ({ value, label: value }));
}
