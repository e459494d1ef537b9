import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { formatEntered, formatQuantity, type Movement, MovementListQuery, movementTypeLabels } from '@shifa/contract';
import { TwoLines } from '../../../ui/grid/two-lines';
import { suggestedFilter } from '../../../ui/fields/suggested-filter';
import { moneyColumn } from '../../../screens/list/columns';
import type { ListColumn, RowListDefinition } from '../../../screens/list/define-list';
import { choice, dayRange, laboratoryChoice, linkedPerson, typed } from '../../../screens/list/list-filters';
import { Spread } from '../../../ui/spread';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatCount, formatDay, formatInstant } from '../../../lib/format';
import { pageQuery } from '../../../data/queries';
import { itemFilter } from '../items/item-filter';
import { formatSigned } from '../../../lib/change';

const MovementListState = MovementListQuery;
type MovementListState = MovementListQuery;

const byPerson = linkedPerson<MovementListState, 'by', Movement>(
  'by',
  'Entered by',
  (by) => pageQuery(api.inventory.movements, { query: { by, limit: 1 } }),
  ({ by }) => by?.name,
);

const BatchFilter = suggestedFilter('Batch', 'The whole number, as on the label.', () => []);

type MovementColumn = ListColumn<Movement>;

const when: MovementColumn = {
  field: 'at',
  headerName: 'Date',
  width: 112,
  hideable: false,
  renderCell: ({ row: { at, day }, tabIndex }) => (
    <Tooltip title={formatInstant(at)}>
      <time dateTime={at} tabIndex={tabIndex}>
        {formatDay(day)}
      </time>
    </Tooltip>
  ),
};

const ofItem: MovementColumn = {
  field: 'item',
  headerName: 'Item',
  linked: true,
  display: 'flex',
  flex: 2,
  minWidth: 176,
  hideable: false,
  renderCell: ({ row: { item } }) => <TwoLines strong first={item.name} second={item.itemCode} />,
};

const columns: readonly MovementColumn[] = [
  {
    field: 'type',
    headerName: 'Movement',
    width: 184,
    valueGetter: (_, { type }) => movementTypeLabels[type],
  },
  {
    field: 'batch',
    headerName: 'Batch',
    width: 116,
    valueGetter: (_, { batch }) => batch.batchNumber,
  },
  {
    field: 'quantity',
    headerName: 'Change',
    type: 'number',
    width: 84,
    renderCell: ({ row }) => <strong>{formatSigned(row.quantity)}</strong>,
  },
  {
    field: 'balanceAfter',
    headerName: 'Balance',
    type: 'number',
    width: 84,
    valueFormatter: (_, { balanceAfter }) => formatCount(balanceAfter),
  },
  {
    field: 'usableAfter',
    headerName: 'Usable',
    type: 'number',
    width: 84,
    valueFormatter: (_, { usableAfter }) => formatCount(usableAfter),
  },
  { ...moneyColumn('valuePaise', 'Value'), hiddenByDefault: true },
  {
    field: 'reason',
    headerName: 'Reason',
    flex: 2,
    minWidth: 140,
    from: 'lg',
    renderCell: ({ row }) => <span title={noteOf(row)}>{noteOf(row)}</span>,
  },
];

function by(from: 'lg' | 'xl'): MovementColumn {
  return {
    field: 'by',
    headerName: 'By',
    flex: 1,
    minWidth: 112,
    from,
    valueGetter: (_, { by: person }) => person?.name ?? 'The system',
  };
}

/** How the quantity was entered, where that was in packs, then why. */
function noteOf({ entered, item, reason, notes }: Movement): string {
  const packs = entered && formatEntered(entered, item.unit);
  return [...new Set([packs, reason, notes])].filter(Boolean).join(' · ');
}

/** The ledger of one item, or of all items. */
export function movementListOf(itemId?: string): RowListDefinition<Movement, MovementListState> {
  return {
    resource: {
      name: itemId === undefined ? 'stock-movements' : 'item-ledger',
      noun: 'movement',
      plural: 'movements',
      nameOf: ({ item, seq }: Movement) => `${item.name}, movement ${seq}`,
      page: (query) =>
        pageQuery(api.inventory.movements, { query: itemId === undefined ? query : { ...query, itemId } }),
    },
    schema: MovementListState,
    permission: 'inventory.view',
    empty: 'No movements yet. They appear here as soon as stock is received.',
    filters: [
      choice('type', 'Movement', movementTypeLabels),
      dayRange('Date', 'from', 'to'),
      typed('batchNumber', 'Batch', BatchFilter),
      ...(itemId === undefined ? [itemFilter, laboratoryChoice<MovementListState>(), byPerson] : []),
    ],
    sorts: { '-at': 'Latest first', at: 'Earliest first' },
    columns: itemId === undefined ? [when, ofItem, ...columns, by('xl')] : [when, ...columns, by('lg')],
    card: (row) => <MovementCard movement={row} withItem={itemId === undefined} />,
    href: itemId === undefined ? ({ item }: Movement) => `${paths.inventoryItem(item._id)}?tab=ledger` : undefined,
  };
}

function MovementCard({ movement, withItem }: { movement: Movement; withItem: boolean }) {
  const { item, type, quantity, balanceAfter, batch, day, by } = movement;
  const note = noteOf(movement);
  return (
    <Stack className="tabular" sx={{ gap: 1 }}>
      <Spread>
        <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {withItem ? item.name : movementTypeLabels[type]}
        </Typography>
        <strong>{formatSigned(quantity)}</strong>
      </Spread>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {[formatDay(day), ...(withItem ? [movementTypeLabels[type]] : []), batch.batchNumber, by?.name]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        Balance {formatQuantity(balanceAfter, item.unit)}
        {note !== '' && ` · ${note}`}
      </Typography>
    </Stack>
  );
}
