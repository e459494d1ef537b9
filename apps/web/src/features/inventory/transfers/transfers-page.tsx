import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type LaboratoryOption, type StockTransfer, transferStatuses, transferStatusLabels } from '@shifa/contract';
import { TwoLines } from '../../../ui/grid/two-lines';
import { createdColumn, moneyColumn } from '../../../screens/list/columns';
import { defineList } from '../../../screens/list/define-list';
import {
  choice,
  fetched,
  type FilterContext,
  laboratoryChoice,
  linkedPerson,
  oneOf,
} from '../../../screens/list/list-filters';
import { ListPage } from '../../../screens/list/list-page';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { paths } from '../../../config/paths';
import { formatDate } from '../../../lib/format';
import { laboratoryOptions } from '../../../data/laboratory-options';
import { InventoryTabs } from '../inventory-tabs';
import { StockCard } from '../item-display';
import { describeGoods, TransferStatusChip } from './transfer-display';
import { transferActions } from './transfer.actions';
import { TransferListState, transferResource } from './transfer.resource';

const NewTransferDrawer = lazyForm(
  () => 'New transfer',
  async () => (await import('./new-transfer-drawer')).NewTransferDrawer,
);

/** Either side: for people of one laboratory only their own, which tells incoming from outgoing. */
const sides = fetched(
  ({ seesNetwork }: FilterContext<TransferListState>) => (seesNetwork ? laboratoryOptions : undefined),
  (laboratories: LaboratoryOption[] | undefined, { viewer, seesNetwork }) => {
    const own = viewer.laboratoryId ? [viewer.laboratoryId] : [];
    return (seesNetwork ? (laboratories ?? []) : own).map(({ _id, name }) => ({ value: _id, label: name }));
  },
);

const transferList = defineList(transferResource, TransferListState, {
  permission: 'inventory.view',
  search: 'Search number, item or batch',
  empty: 'No stock has been sent yet.',
  create: { label: 'New transfer', permission: 'inventory.transfer', use: 'enterRecords', form: NewTransferDrawer },
  filters: [
    choice('status', 'Status', transferStatusLabels, { none: transferStatuses }),
    laboratoryChoice(),
    oneOf<TransferListState, 'fromLaboratoryId', string>('fromLaboratoryId', 'From', sides),
    oneOf<TransferListState, 'toLaboratoryId', string>('toLaboratoryId', 'To', sides),
    linkedPerson(
      'enteredBy',
      'Sent by',
      (enteredBy) => transferResource.page({ enteredBy, limit: 1 }),
      ({ steps: [sent] }) => sent?.by,
    ),
  ],
  sorts: { createdAt: 'Oldest first', '-createdAt': 'Newest first' },
  href: ({ _id }: { _id: string }) => paths.transfer(_id),
  actions: transferActions,
  columns: [
    createdColumn('Sent'),
    {
      field: 'goods',
      headerName: 'Transfer',
      linked: true,
      display: 'flex',
      flex: 2,
      minWidth: 200,
      hideable: false,
      renderCell: ({ row }) => <TwoLines strong first={describeGoods(row.lines)} second={row.number} />,
    },
    {
      field: 'status',
      headerName: 'Status',
      width: 148,
      renderCell: ({ row }) => <TransferStatusChip status={row.status} />,
    },
    {
      field: 'laboratories',
      headerName: 'From → to',
      width: 136,
      renderCell: ({ row: { from, to }, tabIndex }) => (
        <Tooltip title={`${from.name} → ${to.name}`}>
          <span tabIndex={tabIndex}>
            {from.code} → {to.code}
          </span>
        </Tooltip>
      ),
    },
    { ...moneyColumn('inTransitValuePaise', 'In transit'), from: 'lg' },
  ],
  card: (transfer: StockTransfer) => <TransferCard transfer={transfer} />,
});

/** Stock that arrives, that was sent, and what became of it. */
export function TransfersPage() {
  return (
    <ListPage
      list={transferList}
      title="Inventory Management"
      documentTitle="Stock transfers"
      above={() => <InventoryTabs />}
    />
  );
}

function TransferCard({ transfer }: { transfer: StockTransfer }) {
  const { number, from, to, createdAt, lines } = transfer;
  return (
    <StockCard title={describeGoods(lines)} chip={<TransferStatusChip status={transfer.status} />}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {from.name} → {to.name}
      </Typography>
      <Typography variant="body2" color="textSecondary" className="tabular">
        {number} · {formatDate(createdAt)}
      </Typography>
    </StockCard>
  );
}
