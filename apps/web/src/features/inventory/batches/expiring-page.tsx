import Typography from '@mui/material/Typography';
import {
  type ExpiringBatch,
  ExpiringQuery,
  formatQuantity,
  inventoryCategoryLabels,
  type StockChangeType,
} from '@shifa/contract';
import { useState } from 'react';
import { z } from 'zod';
import type { ActionEntry } from '../../../ui/action-menu';
import { TwoLines } from '../../../ui/grid/two-lines';
import type { RowListDefinition } from '../../../screens/list/define-list';
import { oneLaboratory, oneOf } from '../../../screens/list/list-filters';
import { oneNumber } from '../../../screens/list/number-filter';
import { RowList } from '../../../screens/list/list-view';
import { PageHeader } from '../../../ui/page-header';
import { useDeniedReason } from '../../../screens/actions/permission-button';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatDay, formatDayCount } from '../../../lib/format';
import { pageQuery } from '../../../data/queries';
import { withQuery } from '../../../lib/with-query';
import { InventoryTabs } from '../inventory-tabs';
import { laboratoryColumn, moneyColumn } from '../../../screens/list/columns';
import { BatchStatusChip, formatDaysLeft, StockCard } from '../item-display';
import { StockDrawer } from '../inventory.actions';

/** The server has one order: expired first, then by the last day of use. */
const ExpiringState = ExpiringQuery.extend({ sort: z.literal('expiry').default('expiry') });
type ExpiringState = z.output<typeof ExpiringState>;

const expiringList: RowListDefinition<ExpiringBatch, ExpiringState> = {
  resource: {
    name: 'expiring-batches',
    noun: 'batch',
    plural: 'batches',
    nameOf: ({ item, batchNumber }: ExpiringBatch) => `${item.name}, batch ${batchNumber}`,
    page: (query) => pageQuery(api.inventory.expiring, { query }),
  },
  schema: ExpiringState,
  permission: 'inventory.view',
  empty: 'No batch has expired or will within 30 days.',
  filters: [
    oneOf('expired', 'Show', { true: 'Expired', false: 'Not expired yet' }),
    oneNumber('days', 'Expires within', [7, 30, 90, 180], formatDayCount, { none: 30 }),
    oneLaboratory(),
  ],
  sorts: { expiry: 'Expires first' },
  href: ({ item, _id }: ExpiringBatch) => withQuery(paths.inventoryItem(item._id), { batch: _id }),
  columns: [
    {
      field: 'item',
      headerName: 'Item',
      display: 'flex',
      flex: 2,
      minWidth: 160,
      hideable: false,
      renderCell: ({ row: { item } }) => (
        <TwoLines strong first={item.name} second={`${item.itemCode} · ${inventoryCategoryLabels[item.category]}`} />
      ),
    },
    { field: 'batchNumber', headerName: 'Batch', width: 120 },
    {
      field: 'status',
      headerName: 'Status',
      width: 124,
      renderCell: ({ row }) => <BatchStatusChip batch={row} />,
    },
    {
      field: 'lastUsableDay',
      headerName: 'Last day of use',
      width: 124,
      renderCell: ({ row: { lastUsableDay } }) => <time dateTime={lastUsableDay}>{formatDay(lastUsableDay)}</time>,
    },
    {
      field: 'daysLeft',
      headerName: 'Left',
      width: 156,
      valueGetter: (_, { daysLeft }) => formatDaysLeft(daysLeft),
    },
    {
      field: 'quantity',
      headerName: 'Quantity',
      type: 'number',
      width: 104,
      valueFormatter: (_, { quantity, item }) => formatQuantity(quantity, item.unit),
    },
    { ...moneyColumn('valuePaise', 'Value'), from: 'xl' },
    laboratoryColumn(),
  ],
  card: (row) => <ExpiringCard batch={row} />,
};

type Opened = { batch: ExpiringBatch; type: Extract<StockChangeType, 'out' | 'waste' | 'return'> };

/** The batches that have expired or soon will, with what can be done about each. */
export function ExpiringPage() {
  const [opened, setOpened] = useState<Opened>();
  const denied = useDeniedReason('inventory.stock');
  const entriesFor = (batch: ExpiringBatch): ActionEntry[] => {
    const entry = (label: string, type: Opened['type'], refused?: string | null): ActionEntry => ({
      label,
      disabledReason: denied ?? refused ?? undefined,
      onSelect: () => setOpened({ batch, type }),
    });
    return [
      entry('Use this batch', 'out', batch.unusableReason),
      entry('Write off', 'waste'),
      entry('Return to supplier', 'return'),
    ];
  };
  return (
    <>
      <PageHeader title="Inventory Management" documentTitle="Expiring stock" />
      <InventoryTabs />
      <RowList list={expiringList} entriesFor={entriesFor} />
      {opened && (
        <StockDrawer
          itemId={opened.batch.item._id}
          type={opened.type}
          batchId={opened.batch._id}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function ExpiringCard({ batch }: { batch: ExpiringBatch }) {
  const { item, batchNumber, lastUsableDay, daysLeft, quantity, laboratoryId } = batch;
  return (
    <StockCard title={item.name} chip={<BatchStatusChip batch={batch} />}>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {[item.itemCode, batchNumber, laboratoryId.code].join(' · ')}
      </Typography>
      <span>
        <strong>{formatQuantity(quantity, item.unit)}</strong> · {formatDay(lastUsableDay)}, {formatDaysLeft(daysLeft)}
      </span>
    </StockCard>
  );
}
