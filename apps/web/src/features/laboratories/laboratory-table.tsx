import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { GridColDef } from '@mui/x-data-grid';
import { type LaboratoryListItem, laboratoryTypeLabels } from '@shifa/contract';
import { type ComponentProps, useMemo } from 'react';
import { actionsColumn } from '../../components/data-grid/actions-column';
import { ServerGrid } from '../../components/data-grid/server-grid';
import { TwoLines } from '../../components/data-grid/two-lines';
import { formatDate, formatInstant } from '../../lib/format';
import { zoneLabel, zoneOption } from '../../lib/time-zone';
import { LaboratoryStatusChip } from './laboratory-status';
import { type LaboratoryDeed, type LaboratoryInHand, useLaboratoryActions } from './use-laboratory-actions';

type Grid = ComponentProps<typeof ServerGrid<LaboratoryListItem>>;

type LaboratoryTableProps = Pick<Grid, 'query' | 'state' | 'onChange' | 'empty' | 'onOpen'> & {
  onChoose: (deed: LaboratoryDeed, laboratory: LaboratoryInHand) => void;
};

/** The laboratories of the network; cards on a phone. */
export function LaboratoryTable({ onChoose, ...grid }: LaboratoryTableProps) {
  const roomy = useMediaQuery(useTheme().breakpoints.up('lg'));
  const columnVisibility = useMemo(() => ({ phone: roomy, createdAt: roomy }), [roomy]);
  const actionsFor = useLaboratoryActions(onChoose);
  return (
    <ServerGrid<LaboratoryListItem>
      {...grid}
      grid={laboratoryGrid}
      label="Laboratories"
      columnVisibility={columnVisibility}
      card={(laboratory) => <LaboratoryCard laboratory={laboratory} />}
      columns={[...columns, actionsColumn<LaboratoryListItem>({ nameOf: ({ name }) => name, entriesFor: actionsFor })]}
    />
  );
}

const columns: GridColDef<LaboratoryListItem>[] = [
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
  { field: 'code', headerName: 'Code', width: 104, cellClassName: 'tabular' },
  {
    field: 'type',
    headerName: 'Type',
    flex: 1,
    minWidth: 128,
    sortable: false,
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
    sortable: false,
    valueGetter: (_, { contact }) => contact.phone,
  },
  {
    field: 'createdAt',
    headerName: 'Created',
    width: 108,
    renderCell: ({ row }) => (
      <Tooltip title={formatInstant(row.createdAt)}>
        <span>{formatDate(row.createdAt)}</span>
      </Tooltip>
    ),
  },
];

export const laboratoryGrid = { name: 'laboratories' };

/** What a person may leave out of the grid. */
export const laboratoryColumns = columns.filter(({ hideable }) => hideable !== false);

function LaboratoryCard({ laboratory }: { laboratory: LaboratoryListItem }) {
  const { name, code, type, status, location, contact } = laboratory;
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'flex-start', justifyContent: 'space-between' }}>
        <Typography variant="h4" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <LaboratoryStatusChip status={status} />
      </Stack>
      <Typography variant="body2" color="textSecondary" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
        {code} · {laboratoryTypeLabels[type]}
      </Typography>
      <Typography component="div" className="tabular" sx={figuresStyle}>
        <span>{location.city}</span>
        <span>{contact.phone}</span>
      </Typography>
    </Stack>
  );
}

const figuresStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: 4,
  '& span': { minWidth: 0, overflowWrap: 'anywhere' },
};
