import Typography from '@mui/material/Typography';
import { formatQuantity, type WriteOff, writeOffStatusLabels } from '@shifa/contract';
import { TwoLines } from '../../../ui/grid/two-lines';
import { defineList } from '../../../screens/list/define-list';
import { choice, flags, laboratoryChoice } from '../../../screens/list/list-filters';
import { ListPage } from '../../../screens/list/list-page';
import { formatDate, formatInstant, formatMoney } from '../../../lib/format';
import { InventoryTabs } from '../inventory-tabs';
import { StockCard } from '../item-display';
import { laboratoryColumn } from '../items/item-columns';
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
  ],
  sorts: { createdAt: 'Oldest first', '-createdAt': 'Newest first' },
  actions: writeOffActions,
  columns: [
    {
      field: 'createdAt',
      headerName: 'Requested',
      width: 112,
      hideable: false,
      cellClassName: 'tabular',
      renderCell: ({ row: { createdAt } }) => (
        <time dateTime={createdAt} title={formatInstant(createdAt)}>
          {formatDate(createdAt)}
        </time>
      ),
    },
    {
      field: 'item',
      headerName: 'Item',
      display: 'flex',
      flex: 2,
      minWidth: 200,
      sortable: false,
      hideable: false,
      renderCell: ({ row: { item, number, reason } }) => (
        <TwoLines strong first={item.name} second={`${number} · ${reason}`} />
      ),
    },
    {
      field: 'quantity',
      headerName: 'Quantity',
      width: 112,
      sortable: false,
      cellClassName: 'tabular',
      valueFormatter: (_, { quantity, item }) => formatQuantity(quantity, item.unit),
    },
    {
      field: 'valuePaise',
      headerName: 'Value',
      type: 'number',
      width: 128,
      sortable: false,
      cellClassName: 'tabular',
      valueFormatter: (_, { valuePaise }) => formatMoney(valuePaise),
    },
    {
      field: 'requestedBy',
      headerName: 'Requested by',
      width: 148,
      from: 'lg',
      sortable: false,
      valueGetter: (_, { requestedBy }) => requestedBy.name,
    },
    {
      field: 'status',
      headerName: 'Status',
      width: 180,
      sortable: false,
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
