import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { employmentTypeLabels, roleLabels, type StaffListItem } from '@shifa/contract';
import { ClosedLaboratory } from '../../screens/closed-laboratory';
import { TwoLines } from '../../ui/grid/two-lines';
import { laboratoryColumn } from '../../screens/list/columns';
import { defineList } from '../../screens/list/define-list';
import { alphabetical } from '../../screens/list/list-filters';
import { ListPage } from '../../screens/list/list-page';
import { Email } from '../../ui/email-link';
import { PersonAvatar } from '../../ui/person-avatar';
import { RelativeTime } from '../../ui/relative-time';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { formatDay } from '../../lib/format';
import { lazyPart } from '../../ui/lazy-part';
import { Spread } from '../../ui/spread';
import { staffFilters } from './staff-filters';
import { StaffStats } from './staff-stats';
import { hasTemporaryPassword, PasswordPendingChip, StaffStatusChip } from './staff-status';
import { staffActions, StaffForm } from './staff.actions';
import { MAX_PEOPLE, StaffListState, staffResource } from './staff.resource';

const BulkBar = lazyPart(async () => (await import('./bulk-bar')).BulkBar);
const ImportStaff = lazyPart(async () => (await import('./import/import-staff')).ImportStaff);

const staffList = defineList(staffResource, StaffListState, {
  permission: 'staff.view',
  search: 'Search people',
  empty: 'No people yet. Create the first one, or import a list.',
  href: ({ _id }) => paths.staffMember(_id),
  create: { label: 'New person', permission: 'staff.create', use: 'addPeople', form: StaffForm },
  actions: staffActions,
  selectionBar: BulkBar,
  mostSelected: MAX_PEOPLE,
  menu: [
    {
      label: 'Import people',
      permissions: ['staff.import', 'staff.create'],
      creates: true,
      dialog: ImportStaff,
    },
    { label: 'Permissions', permissions: ['permissions.view'], to: () => paths.permissions },
    { label: 'Printable directory', to: (search) => `${paths.staffDirectory}${search}` },
  ],
  export: {
    permission: 'staff.export',
    fileName: 'staff',
    fetch: (query, format, waitMs) => api.staff.export.query({ query: { ...query, format }, waitMs }),
  },
  filters: staffFilters,
  sorts: {
    ...alphabetical({ name: 'Name', employeeCode: 'Employee code', role: 'Role', department: 'Department' }),
    '-joiningDate': 'Joined last',
    joiningDate: 'Joined first',
    '-lastLogin': 'Signed in last',
    lastLogin: 'Signed in longest ago',
    ...alphabetical({ status: 'Status' }),
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
  },
  columns: [
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
    { field: 'employeeCode', headerName: 'Code', width: 96 },
    { field: 'role', headerName: 'Role', width: 100, valueGetter: (_, { role }) => roleLabels[role] },
    { ...laboratoryColumn(), headerName: 'Laboratory', width: 92 },
    { field: 'department', headerName: 'Department', flex: 1, minWidth: 120, from: 'lg' },
    {
      field: 'designation',
      headerName: 'Designation',
      flex: 1,
      minWidth: 140,
      hiddenByDefault: true,
    },
    {
      field: 'employmentType',
      headerName: 'Employment',
      width: 112,
      hiddenByDefault: true,
      valueGetter: (_, { employmentType }) => employmentTypeLabels[employmentType],
    },
    {
      field: 'phone',
      headerName: 'Phone',
      width: 148,
      hiddenByDefault: true,
    },
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
      hiddenByDefault: true,
      renderCell: ({ row }) => formatDay(row.joiningDate),
    },
    {
      field: 'lastLogin',
      headerName: 'Last sign-in',
      width: 160,
      renderCell: ({ row }) => {
        if (hasTemporaryPassword(row)) return <PasswordPendingChip />;
        return row.lastLogin === null ? 'Never' : <RelativeTime instant={row.lastLogin} />;
      },
    },
  ],
  card: (row) => <StaffCard person={row} />,
});

/** The people whom the viewer may see. */
export function StaffListPage() {
  return (
    <ListPage
      list={staffList}
      title="Staff Management"
      above={({ laboratoryId }) => (
        <>
          <ClosedLaboratory use="addPeople" filter={laboratoryId} />
          <StaffStats laboratoryId={laboratoryId} />
        </>
      )}
    />
  );
}

function StaffCard({ person }: { person: StaffListItem }) {
  const { name, email, employeeCode, role, status, laboratoryId, department } = person;
  const workplace = [laboratoryId?.name ?? 'Network', department].filter(Boolean).join(' · ');
  return (
    <Stack sx={{ gap: 2, pr: 6 }}>
      <Spread sx={{ mr: -6 }}>
        <Stack direction="row" sx={{ gap: 3, minWidth: 0 }}>
          <PersonAvatar name={name} picture={person.avatar} />
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              <Email email={email} />
            </Typography>
          </Box>
        </Stack>
        <StaffStatusChip status={status} />
      </Spread>
      <Typography variant="body2" color="textSecondary" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
        {employeeCode} · {workplace}
      </Typography>
      <Stack direction="row" useFlexGap className="tabular" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        <span>{roleLabels[role]}</span>
        {hasTemporaryPassword(person) && <PasswordPendingChip />}
      </Stack>
    </Stack>
  );
}
