import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { describeProgress, formatEntered, formatQuantity, type PurchaseOrder, type Supplier } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { usePermission } from '../../../data/use-session';
import { formatDate, formatDay, formatMoney } from '../../../lib/format';
import { BackLink } from '../../../screens/back-link';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { PageSkeleton } from '../../../ui/loading/page-skeleton';
import { PageHeader } from '../../../ui/page-header';
import { PrintedTable } from '../../../ui/printed-table';
import { supplierResource } from '../suppliers/supplier.resource';
import { orderResource } from './order.resource';

/** An order on A4 paper, or as a PDF by the print dialog of the browser. */
export function OrderPrintPage() {
  const { id = '' } = useParams();
  const query = useQuery(orderResource.detail(id));
  const { data: order } = query;
  const seesSuppliers = usePermission('suppliers.view').allowed;
  const { data: supplier, isLoading } = useQuery({
    ...supplierResource.detail(order?.supplier._id ?? ''),
    enabled: order !== undefined && seesSuppliers,
  });
  return (
    <>
      <Box className="not-printed">
        <PageHeader
          title={order?.number ?? 'Order'}
          documentTitle={order ? `Print ${order.number}` : 'Print order'}
          back={<BackLink to={paths.purchaseOrder(id)}>Order</BackLink>}
          action={
            <Button
              variant="contained"
              startIcon={<Print />}
              disabled={!order || isLoading}
              onClick={() => window.print()}
            >
              Print
            </Button>
          }
        />
      </Box>
      {order ? (
        <Sheet order={order} supplier={supplier} />
      ) : (
        <NotLoaded query={query} what="the order" missing="order" skeleton={<PageSkeleton />} />
      )}
    </>
  );
}

/** What is on the paper counts outside the product: a supplier must not take it for an order where it is none. */
const titles: Record<PurchaseOrder['status'], string> = {
  draft: 'Draft of a purchase order',
  pending_approval: 'Draft of a purchase order',
  approved: 'Purchase order',
  sent: 'Purchase order',
  partly_received: 'Purchase order',
  received: 'Purchase order',
  closed_short: 'Closed purchase order',
  closed: 'Closed purchase order',
  cancelled: 'Cancelled purchase order',
};

/** @param supplier where it can be ordered from; absent for those who may not see suppliers. */
function Sheet({ order, supplier }: { order: PurchaseOrder; supplier: Supplier | undefined }) {
  const { number, lines, totalPaise, notes, laboratoryId, createdAt, status, letterhead } = order;
  return (
    <Box component="article" sx={{ maxWidth: '190mm', bgcolor: 'background.paper', p: 6, '@media print': { p: 0 } }}>
      <Box
        component="header"
        sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, flexWrap: 'wrap', mb: 6 }}
      >
        <div>
          <Typography variant="h3" component="p">
            {laboratoryId.name}
          </Typography>
          <Typography variant="body2" sx={{ whiteSpace: 'pre-line' }}>
            {[letterhead.address, letterhead.phone, letterhead.email].filter(Boolean).join('\n')}
          </Typography>
        </div>
        <div>
          <Typography variant="h3" component="h2">
            {titles[status]}
          </Typography>
          <Typography className="tabular">{number}</Typography>
          <Typography variant="body2">{formatDate(createdAt, 'short', laboratoryId.timezone)}</Typography>
        </div>
      </Box>
      <Box sx={{ mb: 6 }}>
        <Typography>
          To <strong>{order.supplier.name}</strong> ({order.supplier.code})
        </Typography>
        {supplier && (
          <Typography variant="body2" sx={{ whiteSpace: 'pre-line' }}>
            {[supplier.address, supplier.gstin && `GSTIN ${supplier.gstin}`].filter(Boolean).join('\n')}
          </Typography>
        )}
      </Box>
      <Box sx={{ overflowX: 'auto' }}>
        <PrintedTable className="tabular">
          <thead>
            <tr>
              <th>Item</th>
              <th className="figure">Quantity</th>
              <th className="figure">Price per unit</th>
              <th className="figure">Amount</th>
              <th className="figure">Needed by</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ _id, item, quantity, entered, pricePaise, expectedOn, accepted, short }) => (
              <tr key={_id}>
                <th scope="row">
                  {item.name}
                  {describeProgress({ quantity, accepted, short }, item.unit).map((text) => (
                    <Typography key={text} variant="body2">
                      {text}
                    </Typography>
                  ))}
                </th>
                <td className="figure">
                  {entered ? formatEntered(entered, item.unit) : formatQuantity(quantity, item.unit)}
                </td>
                <td className="figure">{formatMoney(pricePaise)}</td>
                <td className="figure">{formatMoney(BigInt(quantity) * BigInt(pricePaise))}</td>
                <td className="figure">{formatDay(expectedOn)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td className="figure" colSpan={3}>
                {formatMoney(totalPaise)}
              </td>
              <td />
            </tr>
          </tfoot>
        </PrintedTable>
      </Box>
      {notes !== null && <Typography sx={{ mt: 6, whiteSpace: 'pre-line' }}>{notes}</Typography>}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 6 }}>
        Write {number} on the delivery note and the invoice.
      </Typography>
    </Box>
  );
}
