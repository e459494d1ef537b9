import Typography from '@mui/material/Typography';
import { formatQuantity, type WriteOff, writeOffStatusLabels } from '@shifa/contract';
import { TwoLines } from '../../../ui/grid/two-lines';
import { createdColumn, laboratoryColumn, moneyColumn } from '../../../screens/list/columns';
import { defineList } from '../../../screens/list/define-list';
import { choice, flags, laboratoryChoice, linkedPerson } from '../../../screens/list/list-filters';
import { ListPage } from '../../../screens/list/list-page';
import { formatMoney } from '../../../lib/format';
import { InventoryTabs } from '../inventory-tabs';
import { StockCard } from '../item-display';
import { WriteOffStatusChip } from './write-off-display';
import { writeOffActions } from './write-off.actions';
import { WriteOffListState, writeOffResource } from './write-off.resource';

const writeOffList = defineList(writeOffResource, WriteOffListState, {
  permission: 'inventory.view',
  empty: 'No write-offs have needed approval yet.',
  filters: [
    choice('status', 'Status', writeOffStatusLabels),
    flags('Decision', { waitingForMe: 'Needs my decision' }),
    laboratoryChoice(),
    linkedPerson(
      'enteredBy',
      'Requested by',
      (enteredBy) => writeOffResource.page({ enteredBy, limit: 1 }),
      ({ requestedBy }) => requestedBy.name,
    ),
  ],
  sorts: { createdAt: 'Oldest first', '-createdAt': 'Newest first' },
  actions: writeOffActions,
  columns: [
    createdColumn('Requested'),
    {
      field: 'item',
      headerName: 'Item',
      display: 'flex',
      flex: 2,
      minWidth: 200,
      hideable: false,
      renderCell: ({ row: { item, number, reason } }) => (
        <TwoLines strong first={item.name} second={`${number} · ${reason}`} />
      ),
    },
    {
      field: 'quantity',
      headerName: 'Quantity',
      width: 112,
      valueFormatter: (_, { quantity, item }) => formatQuantity(quantity, item.unit),
    },
    moneyColumn('valuePaise', 'Value'),
    {
      field: 'requestedBy',
      headerName: 'Requested by',
      width: 148,
      from: 'lg',
      valueGetter: (_, { requestedBy }) => requestedBy.name,
    },
    {
      field: 'status',
      headerName: 'Status',
      width: 180,
      renderCell: ({ row }) => <WriteOffStatusChip status={row.status} />,
    },
    laboratoryColumn(),
  ],
  card: (writeOff: WriteOff) => <WriteOffCard writeOff={writeOff} />,
});

/** Write-offs that wait for approval, and what became of those before. */
export function WriteOffsPage() {
  return (
    <ListPage
      list={writeOffList}
      title="Inventory Management"
      documentTitle="Write-offs"
      above={() => <InventoryTabs />}
    />
  );
}

function WriteOffCard({ writeOff }: { writeOff: WriteOff }) {
  const { item, quantity, valuePaise, number, reason, requestedBy, decidedBy, decisionReason } = writeOff;
  return (
    <StockCard title={item.name} chip={<WriteOffStatusChip status={writeOff.status} />}>
      <Typography variant="body2" className="tabular">
        {formatQuantity(quantity, item.unit)} · {formatMoney(valuePaise)}
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {requestedBy.name}: {reason}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {[number, decidedBy, decisionReason].filter(Boolean).join(' · ')}
      </Typography>
    </StockCard>
  );
}
