import {
  type EmploymentType,
  employmentTypeLabels,
  employmentTypes,
  type Role,
  roleLabels,
  roles,
  type StaffStatus,
  staffStatuses,
  staffStatusLabels,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { Filter, Sort, TypedFilter } from '../../components/filters';
import { dayRangeFilter } from '../../components/range-filter';
import { laboratoryOptions } from '../../lib/laboratory-options';
import { usePermission } from '../../lib/use-session';
import { isEveryStatus, type StaffListState } from './staff-list-state';
import { staffQueries } from './staff.queries';

type Change = (patch: Partial<StaffListState>) => void;

/** What the list of people can be narrowed by; laboratories only for who sees more than one. */
export function useStaffFilters(state: StaffListState, change: Change): { filters: Filter[]; typed: TypedFilter[] } {
  const seesAll = usePermission('staff.view').scope === 'all';
  const laboratories = useQuery({ ...laboratoryOptions, enabled: seesAll });
  const stats = useQuery(staffQueries.stats(onlyOne(state.laboratoryId)));

  const departments = (stats.data?.byDepartment ?? []).flatMap(({ department }) => department ?? []);
  const known = new Set([...departments, ...(state.department ?? [])]);
  const filters: (Filter | false)[] = [
    {
      label: 'Status',
      options: optionsOf(staffStatuses, staffStatusLabels),
      // Everyone is nobody left out: no chip.
      selected: isEveryStatus(state.status) ? [] : state.status,
      onChange: (selected) =>
        change({ status: selected.length === 0 ? [...staffStatuses] : (selected as StaffStatus[]) }),
    },
    {
      label: 'Role',
      options: optionsOf(roles, roleLabels),
      selected: state.role ?? [],
      onChange: (selected) => change({ role: orNone(selected) as Role[] | undefined }),
    },
    seesAll && {
      label: 'Laboratory',
      options: (laboratories.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
      selected: state.laboratoryId ?? [],
      onChange: (selected) => change({ laboratoryId: orNone(selected) }),
    },
    {
      label: 'Department',
      options: [...known].sort((a, b) => a.localeCompare(b)).map((value) => ({ value, label: value })),
      selected: state.department ?? [],
      onChange: (selected) => change({ department: orNone(selected) }),
    },
    {
      label: 'Employment',
      options: optionsOf(employmentTypes, employmentTypeLabels),
      selected: state.employmentType ?? [],
      onChange: (selected) => change({ employmentType: orNone(selected) as EmploymentType[] | undefined }),
    },
    {
      label: 'Password',
      options: [
        { value: 'true', label: 'Pending' },
        { value: 'false', label: 'Chosen' },
      ],
      selected: state.mustChangePassword === undefined ? [] : [String(state.mustChangePassword)],
      // One or the other: both together narrow nothing.
      onChange: (selected) => {
        const chosen = selected.at(-1);
        change({ mustChangePassword: chosen === undefined ? undefined : chosen === 'true' });
      },
    },
  ];
  const joined = dayRangeFilter({
    label: 'Joined',
    from: state.joinedFrom,
    to: state.joinedTo,
    onChange: ({ from, to }) => change({ joinedFrom: from, joinedTo: to }),
  });
  return { filters: filters.filter((filter) => filter !== false), typed: [joined] };
}

/** Everything that narrows the list taken away. */
export const nothingNarrowed = {
  search: undefined,
  status: [...staffStatuses],
  role: undefined,
  laboratoryId: undefined,
  department: undefined,
  employmentType: undefined,
  mustChangePassword: undefined,
  joinedFrom: undefined,
  joinedTo: undefined,
} satisfies Partial<StaffListState>;

/** The one that is chosen; `undefined` for none and for several. */
export function onlyOne(chosen: readonly string[] | undefined): string | undefined {
  return chosen?.length === 1 ? chosen[0] : undefined;
}

const sortLabels: Record<StaffListState['sort'], string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  employeeCode: 'Employee code, A to Z',
  '-employeeCode': 'Employee code, Z to A',
  role: 'Role, A to Z',
  '-role': 'Role, Z to A',
  department: 'Department, A to Z',
  '-department': 'Department, Z to A',
  '-joiningDate': 'Joined last',
  joiningDate: 'Joined first',
  '-lastLogin': 'Signed in last',
  lastLogin: 'Signed in longest ago',
  status: 'Status, A to Z',
  '-status': 'Status, Z to A',
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
};

/** What the list can be ordered by, for a phone. */
export function staffSortOf({ sort }: StaffListState, change: Change): Sort {
  return {
    options: Object.entries(sortLabels).map(([value, label]) => ({ value, label })),
    selected: sort,
    onChange: (selected) => change({ sort: selected as StaffListState['sort'] }),
  };
}

function optionsOf<Value extends string>(values: readonly Value[], labels: Record<Value, string>) {
  return values.map((value) => ({ value, label: labels[value] }));
}

function orNone(selected: string[]): string[] | undefined {
  return selected.length === 0 ? undefined : selected;
}
