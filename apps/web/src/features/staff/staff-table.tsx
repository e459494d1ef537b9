import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { GridColDef, GridColumnVisibilityModel } from '@mui/x-data-grid';
import { employmentTypeLabels, roleLabels, type StaffListItem } from '@shifa/contract';
import { type ComponentProps, useMemo } from 'react';
import { actionsColumn } from '../../components/data-grid/actions-column';
import { ServerGrid } from '../../components/data-grid/server-grid';
import { TwoLines } from '../../components/data-grid/two-lines';
import { PersonAvatar } from '../../components/person-avatar';
import { RelativeTime } from '../../components/relative-time';
import { formatDay } from '../../lib/format';
import { usePermission } from '../../lib/use-session';
import { PasswordPendingChip, StaffStatusChip } from './staff-status';
import { type PersonInHand, type StaffDeed, useStaffActions } from './use-staff-actions';

type Grid = ComponentProps<typeof ServerGrid<StaffListItem>>;

type StaffTableProps = Pick<Grid, 'query' | 'state' | 'onChange' | 'empty' | 'onOpen' | 'selection'> & {
  onChoose: (deed: StaffDeed, person: PersonInHand) => void;
};

/** The people within reach; cards on a phone. */
export function StaffTable({ onChoose, ...grid }: StaffTableProps) {
  const roomy = useMediaQuery(useTheme().breakpoints.up('lg'));
  const columnVisibility = useMemo((): GridColumnVisibilityModel => (roomy ? {} : { department: false }), [roomy]);
  const columns = useStaffColumns();
  const actionsFor = useStaffActions(onChoose);
  return (
    <ServerGrid<StaffListItem>
      {...grid}
      grid={staffGrid}
      label="People"
      columnVisibility={columnVisibility}
      nameOf={({ name }) => name}
      card={(person) => <StaffCard person={person} />}
      columns={[...columns, actionsColumn<StaffListItem>({ nameOf: ({ name }) => name, entriesFor: actionsFor })]}
    />
  );
}

export const staffGrid = {
  name: 'staff',
  hiddenByDefault: ['designation', 'employmentType', 'phone', 'joiningDate'],
};

/** The columns of the grid; laboratories only for who sees more than one. */
export function useStaffColumns(): GridColDef<StaffListItem>[] {
  const seesAll = usePermission('staff.view').scope === 'all';
  return seesAll ? columns : columns.filter(({ field }) => field !== 'laboratory');
}

const columns: GridColDef<StaffListItem>[] = [
  {
    field: 'name',
    headerName: 'Name',
    display: 'flex',
    flex: 3,
    minWidth: 208,
    hideable: false,
    renderCell: ({ row }) => (
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center', minWidth: 0 }}>
        <PersonAvatar name={row.name} picture={row.avatar} size={28} />
        <TwoLines strong first={row.name} second={row.email} />
      </Stack>
    ),
  },
  { field: 'employeeCode', headerName: 'Code', width: 96, cellClassName: 'tabular' },
  { field: 'role', headerName: 'Role', width: 92, valueGetter: (_, { role }) => roleLabels[role] },
  {
    field: 'laboratory',
    headerName: 'Laboratory',
    width: 96,
    sortable: false,
    cellClassName: 'tabular',
    // By its code: the names of a network begin alike.
    renderCell: ({ row: { laboratoryId } }) =>
      laboratoryId ? (
        <Tooltip title={laboratoryId.name}>
          <span>{laboratoryId.code}</span>
        </Tooltip>
      ) : (
        'Network'
      ),
  },
  { field: 'department', headerName: 'Department', flex: 1, minWidth: 112 },
  { field: 'designation', headerName: 'Designation', flex: 1, minWidth: 140, sortable: false },
  {
    field: 'employmentType',
    headerName: 'Employment',
    width: 112,
    sortable: false,
    valueGetter: (_, { employmentType }) => employmentTypeLabels[employmentType],
  },
  { field: 'phone', headerName: 'Phone', width: 148, sortable: false, cellClassName: 'tabular' },
  {
    field: 'status',
    headerName: 'Status',
    width: 108,
    renderCell: ({ row }) => <StaffStatusChip status={row.status} />,
  },
  {
    field: 'joiningDate',
    headerName: 'Joined',
    width: 112,
    renderCell: ({ row }) => (
      <Tooltip title={formatDay(row.joiningDate, 'long')}>
        <span>{formatDay(row.joiningDate)}</span>
      </Tooltip>
    ),
  },
  {
    field: 'lastLogin',
    headerName: 'Last sign-in',
    width: 168,
    renderCell: ({ row }) => <LastSignIn person={row} />,
  },
];

function LastSignIn({ person }: { person: StaffListItem }) {
  if (person.mustChangePassword && person.status !== 'exited') return <PasswordPendingChip />;
  return person.lastLogin === null ? 'Never' : <RelativeTime instant={person.lastLogin} />;
}

function StaffCard({ person }: { person: StaffListItem }) {
  const { name, email, employeeCode, role, status, laboratoryId, department } = person;
  const place = [laboratoryId?.name ?? 'Network', department].filter(Boolean).join(' · ');
  return (
    <Stack sx={{ gap: 2, pr: 6 }}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'flex-start', justifyContent: 'space-between', mr: -6 }}>
        <Stack direction="row" sx={{ gap: 3, minWidth: 0 }}>
          <PersonAvatar name={name} picture={person.avatar} />
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {email}
            </Typography>
          </Box>
        </Stack>
        <StaffStatusChip status={status} />
      </Stack>
      <Typography variant="body2" color="textSecondary" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
        {employeeCode} · {place}
      </Typography>
      <Stack direction="row" useFlexGap className="tabular" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        <span>{roleLabels[role]}</span>
        {person.mustChangePassword && status !== 'exited' && <PasswordPendingChip />}
      </Stack>
    </Stack>
  );
}
