import Link from '@mui/material/Link';
import { formatQuantity, type PurchaseOrder, type PurchaseOrderListItem } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatDay, formatMoney } from '../../../lib/format';
import { bulkDecisions } from '../../../screens/inbox/bulk-route';
import { decisionChange } from '../../../screens/inbox/decision-failure';
import type { Queue } from '../../../screens/inbox/queue';
import { ReviewHead, ReviewRow } from '../../../screens/inbox/review-parts';
import type { BulkDecisions } from '../../../screens/inbox/use-decisions';
import { Facts } from '../../../ui/facts';
import { Skeleton } from '../../../ui/loading/skeleton';
import { RelativeTime } from '../../../ui/relative-time';
import { formatLines, OrderStatusChip } from './order-display';
import { orderActions } from './order.actions';
import { orderResource } from './order.resource';

function needsAnother({ approvalsGiven, approvalsNeeded }: PurchaseOrderListItem): boolean {
  return approvalsGiven + 1 < approvalsNeeded;
}

const orderDecisions: BulkDecisions<PurchaseOrderListItem> = {
  resource: orderResource,
  ...bulkDecisions<PurchaseOrderListItem>(api.purchaseOrders.bulkDecide, {
    one: 'order',
    many: 'orders',
    needsAnother,
  }),
  summarize: (orders) => formatMoney(orders.reduce((sum, { totalPaise }) => sum + BigInt(totalPaise), 0n)),
  approvalNote: (orders) =>
    orders.some(needsAnother)
      ? 'Those that need only one more approval can then be sent to their suppliers.'
      : 'The orders can then be sent to their suppliers.',
};

export const orderQueue: Queue<PurchaseOrderListItem, PurchaseOrder> = {
  actions: orderActions,
  bulk: orderDecisions,
  views: [
    {
      value: 'pending',
      label: 'Pending',
      query: { status: ['pending_approval'], sort: 'createdAt' },
      empty: 'No orders are pending.',
    },
  ],
  lists: {
    mine: { waitingForMe: 'true', sort: 'createdAt' },
    all: { status: ['pending_approval'], sort: 'createdAt' },
  },
  since: ({ createdAt }) => createdAt,
  open: { path: ({ _id }) => paths.purchaseOrder(_id) },
  href: ({ _id }) => paths.purchaseOrder(_id),
  Row: OrderRow,
  Card: OrderHead,
  Evidence: OrderEvidence,
  describeChange: ({ number }, change) => `${decisionChange(change)} ${number}`,
};

type Shown = { item: PurchaseOrderListItem };

function OrderRow({ item: { supplier, totalPaise, lineCount, createdBy, laboratoryId } }: Shown) {
  return (
    <ReviewRow name={supplier.name} figure={formatMoney(totalPaise)}>
      {formatLines(lineCount)} · {createdBy.name} · {laboratoryId.name}
    </ReviewRow>
  );
}

function OrderHead({ item: order }: Shown) {
  return (
    <ReviewHead
      name={order.supplier.name}
      note={[order.number, order.createdBy.name, order.laboratoryId.name].join(' · ')}
      status={<OrderStatusChip status={order.status} />}
    >
      {formatMoney(order.totalPaise)}, {formatLines(order.lineCount)}
    </ReviewHead>
  );
}

/** Everything that a decision on an order is based on. */
function OrderEvidence({ item, stored, error }: Shown & { stored: PurchaseOrder | undefined; error: Error | null }) {
  return (
    <>
      <OrderHead item={item} />
      {!stored && !error && <Skeleton variant="rectangular" height={160} />}
      {stored && (
        <Facts
          facts={[
            {
              label: 'Entered',
              value: (
                <>
                  {item.createdBy.name}, <RelativeTime instant={item.createdAt} />
                </>
              ),
            },
            { label: 'Approvals', value: `${item.approvalsGiven} of ${item.approvalsNeeded}` },
            ...(stored.supplierNote === null ? [] : [{ label: 'Supplier', value: stored.supplierNote, wide: true }]),
            ...(stored.notes === null ? [] : [{ label: 'Notes', value: stored.notes, wide: true }]),
            ...stored.lines.map(({ item: ordered, quantity, pricePaise, expectedOn }) => ({
              label: ordered.name,
              value: [
                formatQuantity(quantity, ordered.unit),
                `${formatMoney(pricePaise)} each`,
                formatMoney(BigInt(quantity) * BigInt(pricePaise)),
                `expected ${formatDay(expectedOn)}`,
              ].join(' · '),
              wide: true,
            })),
          ]}
        />
      )}
      <Link component={RouterLink} to={paths.purchaseOrder(item._id)}>
        Open order
      </Link>
    </>
  );
}
