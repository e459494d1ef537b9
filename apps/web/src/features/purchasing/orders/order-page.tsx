import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type AuditEntry,
  formatEntered,
  formatQuantity,
  type PurchaseOrder,
  type PurchaseOrderLine,
} from '@shifa/contract';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { usePermission } from '../../../data/use-session';
import { formatDay, formatInstant, formatMoney } from '../../../lib/format';
import { BackLink } from '../../../screens/back-link';
import { DetailPage, type DetailTab, type TabPage } from '../../../screens/detail/detail-page';
import { HistoryCard } from '../../../screens/form/history-card';
import { DetailTable } from '../../../ui/detail-table';
import { Facts } from '../../../ui/facts';
import { Banner } from '../../../ui/feedback/banner';
import { SectionCard } from '../../../ui/section-card';
import { deliveryNotes } from '../purchasing.messages';
import { OrderReceipts } from '../receipts/order-receipts';
import { Expected, formatLines, OrderStatusChip } from './order-display';
import { describeSending, orderFields } from './order.fields';
import { orderActions } from './order.actions';
import { orderResource } from './order.resource';

export type OrderPageProps = {
  /** Another feature's list of the bills. */
  bills?: (order: PurchaseOrder) => ReactNode;
};

/** One order: its lines, its decisions, what was received and who changed it. */
export function OrderPage({ bills }: OrderPageProps) {
  const seesBills = usePermission('transactions.view').allowed;
  const tabs: DetailTab<PurchaseOrder>[] = [
    { value: 'lines', label: 'Lines', content: (order) => <Lines order={order} /> },
    { value: 'receipts', label: 'Receipts', content: (order) => <OrderReceipts order={order} /> },
    ...(bills && seesBills ? [{ value: 'bills', label: 'Bills', content: bills }] : []),
    { value: 'history', label: 'History', content: (order, page) => <OrderHistory order={order} {...page} /> },
  ];
  return (
    <DetailPage
      resource={orderResource}
      actions={orderActions}
      primaryAction={primaryActionOf}
      back={<BackLink to={paths.purchaseOrders}>Purchase orders</BackLink>}
      facts={(order) => (
        <>
          <OrderStatusChip status={order.status} />
          <span>{order.supplier.name}</span>
          <span>{formatMoney(order.totalPaise)}</span>
          <span>{order.laboratoryId.name}</span>
          <Expected order={order} />
        </>
      )}
      notice={(order) => <Notices order={order} />}
      tabs={tabs}
    />
  );
}

/** What most people come for in each status. */
function primaryActionOf({ actions, status }: PurchaseOrder): string {
  if (status === 'draft') return 'submit';
  if (status === 'pending_approval') return actions.approve ? 'approve' : 'edit';
  if (status === 'approved') return 'send';
  return status === 'received' ? 'close' : 'receive';
}

function Notices({ order }: { order: PurchaseOrder }) {
  const { supplierNote, rejection, status, approvalsGiven, approvalsNeeded, ended } = order;
  const latest = order.sent.at(-1);
  return (
    <Stack sx={{ gap: 2, mb: 4 }}>
      {supplierNote !== null && <Banner tone="warning">{supplierNote}</Banner>}
      {latest?.delivery === 'failed' && (
        <Banner tone="warning">
          The email to {latest.email} couldn't be delivered. Check the address and send the order again, or tell{' '}
          {order.supplier.name} another way.
        </Banner>
      )}
      {rejection !== null && (
        <Banner tone="warning">
          {rejection.by.name} rejected this order: {rejection.reason}
        </Banner>
      )}
      {status === 'pending_approval' && approvalsNeeded > 1 && (
        <Banner tone="info">
          {approvalsGiven} of {approvalsNeeded} approvals. {nextApproval(order)}
        </Banner>
      )}
      {ended !== null && ended.reason !== null && (
        <Banner tone="info">
          {ended.by.name}: {ended.reason}
        </Banner>
      )}
    </Stack>
  );
}

/** Whom the order still needs. An approval with a note counts only as the first of two. */
function nextApproval({ approvals }: PurchaseOrder): string {
  const latest = approvals.at(-1);
  if (!latest) return 'The order is above the limit of the laboratory, so a super admin must also approve it.';
  if (latest.note !== null || approvals.some(({ by }) => by.role === 'super_admin')) {
    return 'Someone else must also approve it.';
  }
  return 'A super admin must also approve it.';
}

function Lines({ order }: { order: PurchaseOrder }) {
  return (
    <Stack sx={{ gap: 3 }}>
      <SectionCard title={formatLines(order.lines.length)}>
        <DetailTable>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" data-number="">
                Ordered
              </th>
              <th scope="col" data-number="">
                Price per unit
              </th>
              <th scope="col" data-number="">
                Amount
              </th>
              <th scope="col">Expected</th>
              <th scope="col" data-number="">
                Received
              </th>
              <th scope="col" data-number="">
                Outstanding
              </th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line) => (
              <LineRow key={line._id} line={line} />
            ))}
          </tbody>
        </DetailTable>
      </SectionCard>
      <SectionCard title="Order">
        <Facts
          facts={[
            { label: 'Total', value: formatMoney(order.totalPaise) },
            { label: 'Entered', value: facts(order.createdBy.name, formatInstant(order.createdAt)) },
            ...order.approvals.map(({ by, at, note }, index) => ({
              label: order.approvals.length > 1 ? `Approval ${index + 1}` : 'Approved',
              value: facts(by.name, formatInstant(at), note),
            })),
            ...order.sent.map((sending, index) => ({
              label: index === 0 ? 'Sent' : `Sent again (${index + 1})`,
              value: facts(
                describeSending(sending),
                sending.by.name,
                formatInstant(sending.at),
                deliveryNotes[sending.delivery ?? 'sent'],
              ),
            })),
            ...(order.notes === null ? [] : [{ label: 'Notes', value: order.notes, wide: true }]),
          ]}
        />
      </SectionCard>
    </Stack>
  );
}

function facts(...known: readonly (string | null)[]): string {
  return known.filter((fact) => fact !== null).join(' · ');
}

function LineRow({ line }: { line: PurchaseOrderLine }) {
  const { item, itemId, quantity, entered, pricePaise } = line;
  const quantityOf = (count: number) => formatQuantity(count, item.unit);
  const problems = (['returned', 'short', 'damaged', 'refused'] as const).filter((field) => line[field] > 0);
  return (
    <tr>
      <th scope="row">
        <Link component={RouterLink} to={paths.inventoryItem(itemId)}>
          {item.name}
        </Link>
        {problems.map((field) => (
          <Typography key={field} variant="caption" component="div" color="textSecondary">
            {problemLabels[field]}: {quantityOf(line[field])}
          </Typography>
        ))}
      </th>
      <td data-label="Ordered" data-number="">
        {entered ? formatEntered(entered, item.unit) : quantityOf(quantity)}
      </td>
      <td data-label="Price per unit" data-number="">
        {formatMoney(pricePaise)}
      </td>
      <td data-label="Amount" data-number="">
        {formatMoney(BigInt(pricePaise) * BigInt(quantity))}
      </td>
      <td data-label="Expected">{formatDay(line.expectedOn)}</td>
      <td data-label="Received" data-number="">
        {quantityOf(line.accepted)}
      </td>
      <td data-label="Outstanding" data-number="">
        {quantityOf(line.outstanding)}
      </td>
    </tr>
  );
}

const problemLabels = { returned: 'Returned', short: 'Short', damaged: 'Damaged', refused: 'Refused' } as const;

function OrderHistory({ order, ...page }: TabPage & { order: PurchaseOrder }) {
  const { _id, laboratoryId } = order;
  return (
    <HistoryCard
      thing="order"
      id={_id}
      route={api.purchaseOrders.history}
      fields={orderFields}
      describeAction={describeAction}
      timeZone={laboratoryId.timezone}
      {...page}
    />
  );
}

const verbs: Record<string, string> = {
  created: 'entered the order',
  submitted: 'submitted the order for approval',
  approved: 'approved the order',
  rejected: 'rejected the order',
  sent: 'sent the order',
  received: 'received goods',
  returned: 'returned goods to the supplier',
  cancelled: 'cancelled the order',
  closed: 'closed the order',
  'closed-short': 'closed the order short',
  overdue: 'marked the order as overdue',
};

function describeAction({ action }: Pick<AuditEntry, 'action'>): string {
  return verbs[action.replace('purchase-order.', '')] ?? 'changed the order';
}
