import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  type LaboratoryListItem,
  LaboratoryListQuery,
  laboratoryStatusLabels,
  laboratoryTypeLabels,
} from '@shifa/contract';
import { Navigate } from 'react-router-dom';
import { TwoLines } from '../../ui/grid/two-lines';
import { createdColumn } from '../../screens/list/columns';
import { defineList } from '../../screens/list/define-list';
import { alphabetical, choice } from '../../screens/list/list-filters';
import { ListPage } from '../../screens/list/list-page';
import { Spread } from '../../ui/spread';
import { paths } from '../../config/paths';
import { zoneLabel, zoneOption } from '../../lib/time-zone';
import { usePermission, useUser } from '../../data/use-session';
import { LaboratoryStatusChip } from './laboratory-status';
import { laboratoryActions, LaboratoryForm } from './laboratory.actions';
import { laboratoryResource, statusesShown } from './laboratory.resource';

const laboratoryList = defineList(laboratoryResource, LaboratoryListQuery, {
  permission: 'laboratories.view',
  search: 'Search laboratories',
  empty: 'No laboratories yet. Create the first one to record people, stock and money.',
  href: ({ _id }) => paths.laboratory(_id),
  create: { label: 'New laboratory', permission: 'laboratories.create', form: LaboratoryForm },
  actions: laboratoryActions,
  filters: [
    choice('status', 'Status', laboratoryStatusLabels, { default: statusesShown }),
    choice('type', 'Type', laboratoryTypeLabels),
  ],
  sorts: {
    ...alphabetical({ name: 'Name', code: 'Code', city: 'City', status: 'Status' }),
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
  },
  columns: [
    {
      field: 'name',
      headerName: 'Name',
      hideable: false,
      flex: 3,
      minWidth: 180,
      renderCell: ({ row }) => (
        <Typography variant="body2" noWrap title={row.name} sx={{ fontWeight: 500, lineHeight: 'inherit' }}>
          {row.name}
        </Typography>
      ),
    },
    { field: 'code', headerName: 'Code', width: 84 },
    {
      field: 'type',
      headerName: 'Type',
      flex: 1,
      minWidth: 128,
      valueGetter: (_, { type }) => laboratoryTypeLabels[type],
    },
    {
      field: 'city',
      headerName: 'City, time zone',
      display: 'flex',
      flex: 1,
      minWidth: 124,
      renderCell: ({ row }) => (
        <Tooltip title={`${row.location.city}, ${zoneLabel(row.timezone)}`}>
          <div style={{ minWidth: 0 }}>
            <TwoLines first={row.location.city} second={zoneOption(row.timezone).offset || row.timezone} />
          </div>
        </Tooltip>
      ),
    },
    {
      field: 'status',
      headerName: 'Status',
      width: 124,
      renderCell: ({ row }) => <LaboratoryStatusChip status={row.status} />,
    },
    {
      field: 'phone',
      headerName: 'Phone',
      width: 148,
      from: 'lg',
      valueGetter: (_, { contact }) => contact.phone,
    },
    { ...createdColumn('Created'), width: 108, from: 'lg', hideable: true },
  ],
  card: (row) => <LaboratoryCard laboratory={row} />,
});

/** All laboratories for those who manage the network; the person who sees only one is taken to it. */
export function LaboratoryListPage() {
  const { scope } = usePermission('laboratories.view');
  const { laboratoryId } = useUser();
  if (scope !== 'all' && laboratoryId) return <Navigate to={paths.laboratory(laboratoryId._id)} replace />;
  return <ListPage list={laboratoryList} title="Laboratory Management" />;
}

function LaboratoryCard({ laboratory }: { laboratory: LaboratoryListItem }) {
  const { name, code, type, status, location, contact } = laboratory;
  return (
    <Stack sx={{ gap: 2 }}>
      <Spread>
        <Typography variant="h4" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <LaboratoryStatusChip status={status} />
      </Spread>
      <Typography variant="body2" color="textSecondary" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
        {code} · {laboratoryTypeLabels[type]}
      </Typography>
      <Typography component="div" className="tabular" sx={valuesStyle}>
        <span>{location.city}</span>
        <span>{contact.phone}</span>
      </Typography>
    </Stack>
  );
}

const valuesStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: 4,
  '& span': { minWidth: 0, overflowWrap: 'anywhere' },
};
