import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Supplier } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { formatCount, formatDate, formatMoney } from '../../../lib/format';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { SectionCard } from '../../../ui/section-card';
import { Spread } from '../../../ui/spread';
import { Expected, formatLines, OrderStatusChip } from '../orders/order-display';
import { orderResource } from '../orders/order.resource';

const SHOWN = 10;

/** The latest orders with a supplier, and the way to all of them. */
export function SupplierOrders({ supplier: { _id } }: { supplier: Supplier }) {
  const query = useQuery(orderResource.page({ supplierId: _id, limit: SHOWN }));
  if (!query.data) return <NotLoaded query={query} what="the orders" skeleton={160} />;
  const { data: orders, pagination } = query.data;
  const ofSupplier = `${paths.purchaseOrders}?supplierId=${_id}`;
  if (orders.length === 0) {
    return (
      <EmptyState>
        Nothing has been ordered from this supplier yet. Draft an order from the reorder suggestion, or enter one.
      </EmptyState>
    );
  }
  return (
    <SectionCard title={pagination.total > SHOWN ? 'Latest orders' : 'Orders'}>
      <Stack sx={{ gap: 4 }}>
        {orders.map((order) => (
          <div key={order._id}>
            <Spread>
              <Link component={RouterLink} to={paths.purchaseOrder(order._id)} className="tabular">
                {order.number}
              </Link>
              <OrderStatusChip status={order.status} />
            </Spread>
            <Typography variant="body2" color="textSecondary" className="tabular">
              {formatDate(order.createdAt, 'short', order.laboratoryId.timezone)} · {formatLines(order.lineCount)} ·{' '}
              {formatMoney(order.totalPaise)}
              {order.nextExpected !== null && ' · '}
              <Expected order={order} />
            </Typography>
          </div>
        ))}
        <Link
          component={RouterLink}
          to={ofSupplier}
          sx={{ display: 'flex', alignItems: 'center', minHeight: 44, alignSelf: 'flex-start' }}
        >
          {pagination.total > SHOWN ? `Show all ${formatCount(pagination.total)} orders` : 'Show in the list of orders'}
        </Link>
      </Stack>
    </SectionCard>
  );
}
