import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type PurchaseOrderListItem, purchaseOrderStatusLabels } from '@shifa/contract';
import type { ReactNode } from 'react';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatMoney } from '../../../lib/format';
import { createdColumn, moneyColumn } from '../../../screens/list/columns';
import { defineList } from '../../../screens/list/define-list';
import { choice, dayRange, flags, laboratoryChoice, linkedPerson } from '../../../screens/list/list-filters';
import { ListPage } from '../../../screens/list/list-page';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { TwoLines } from '../../../ui/grid/two-lines';
import { Spread } from '../../../ui/spread';
import { Expected, formatLines, OrderStatusChip } from './order-display';
import { orderActions } from './order.actions';
import { OrderListState, orderResource } from './order.resource';
import { supplierFilter } from './supplier-filter';

const NewOrder = lazyForm(
  () => 'New order',
  async () => (await import('./order-form')).NewOrder,
);

const orderList = defineList(orderResource, OrderListState, {
  permission: 'purchaseOrders.view',
  search: 'Search number, supplier or item',
  empty: 'No orders yet. Draft orders from the reorder suggestions, or create one.',
  create: { label: 'New order', permission: 'purchaseOrders.create', use: 'enterRecords', form: NewOrder },
  filters: [
    choice('status', 'Status', purchaseOrderStatusLabels),
    flags('Only', { overdue: 'Overdue', waitingForMe: 'Needs my decision' }),
    supplierFilter,
    dayRange('Entered', 'from', 'to'),
    laboratoryChoice(),
    linkedPerson(
      'enteredBy',
      'Entered by',
      (enteredBy) => orderResource.page({ enteredBy, limit: 1 }),
      ({ createdBy }) => createdBy.name,
    ),
  ],
  sorts: { createdAt: 'Oldest first', '-createdAt': 'Newest first' },
  export: {
    permission: 'purchaseOrders.export',
    fileName: 'purchase-orders',
    fetch: (query, format, waitMs) => api.purchaseOrders.export.query({ query: { ...query, format }, waitMs }),
  },
  href: ({ _id }: { _id: string }) => paths.purchaseOrder(_id),
  actions: orderActions,
  columns: [
    createdColumn('Entered'),
    {
      field: 'supplier',
      headerName: 'Order',
      linked: true,
      display: 'flex',
      flex: 2,
      minWidth: 200,
      hideable: false,
      renderCell: ({ row }) => <TwoLines strong first={row.supplier.name} second={row.number} />,
    },
    {
      field: 'status',
      headerName: 'Status',
      width: 164,
      renderCell: ({ row }) => <OrderStatusChip status={row.status} />,
    },
    {
      field: 'lineCount',
      headerName: 'Lines',
      type: 'number',
      width: 84,
      from: 'lg',
    },
    { ...moneyColumn('totalPaise', 'Total'), width: 136 },
    {
      field: 'nextExpected',
      headerName: 'Expected',
      width: 188,
      renderCell: ({ row }) => <Expected order={row} short />,
    },
    {
      field: 'createdBy',
      headerName: 'Entered by',
      width: 148,
      from: 'xl',
      valueGetter: (_, { createdBy }) => createdBy.name,
    },
  ],
  card: (order: PurchaseOrderListItem) => <OrderCard order={order} />,
});

/** Orders with suppliers: drafts, what is pending, and what is expected. */
export function OrdersPage({ tabs }: { tabs: ReactNode }) {
  return <ListPage list={orderList} title="Inventory Management" documentTitle="Purchase orders" above={() => tabs} />;
}

function OrderCard({ order }: { order: PurchaseOrderListItem }) {
  const { number, supplier, totalPaise, lineCount, laboratoryId } = order;
  return (
    <Stack sx={{ gap: 2 }}>
      <Spread>
        <Typography variant="h4" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {supplier.name}
        </Typography>
        <OrderStatusChip status={order.status} />
      </Spread>
      <Spread>
        <span className="tabular">{number}</span>
        <span className="tabular">{formatMoney(totalPaise)}</span>
      </Spread>
      <Typography variant="body2" color="textSecondary">
        {formatLines(lineCount)} · {laboratoryId.code}
      </Typography>
      <Expected order={order} />
    </Stack>
  );
}
