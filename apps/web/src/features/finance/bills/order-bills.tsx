import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { Bill, OrderBills, PurchaseOrder } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { formatDay, formatMoney } from '../../../lib/format';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { ActionButton } from '../../../screens/actions/permission-button';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { Facts } from '../../../ui/facts';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { PageSkeleton } from '../../../ui/loading/page-skeleton';
import { SectionCard } from '../../../ui/section-card';
import { TransactionStatusChip } from '../entry-display';
import { entryPath } from '../finance-navigation';
import { amountFacts, Differences, ReadyChip } from './bill-display';
import { billsOf } from './bill.resource';

type BillFormProps = { order: PurchaseOrder; known: OrderBills; onClose: () => void };

const BillForm = lazyForm<BillFormProps>(
  () => 'Enter bill',
  async () => (await import('./bill-form')).BillForm,
);

/** The bills of an order, the newest first, and the way to enter the next one. */
export function OrderBillList({ order }: { order: PurchaseOrder }) {
  const query = useQuery(billsOf(order._id));
  const [entering, setEntering] = useState(false);
  const { data } = query;
  if (!data) return <NotLoaded query={query} what="the bills" skeleton={<PageSkeleton />} />;
  const { bills, actions } = data;
  return (
    <Stack sx={{ gap: 3 }}>
      {actions.enterBill && (
        <ActionButton
          variant="outlined"
          sx={{ alignSelf: 'flex-start' }}
          disabledReason={disabledReasonOf(actions.enterBill)}
          onClick={() => setEntering(true)}
        >
          Enter bill
        </ActionButton>
      )}
      {bills.length === 0 && (
        <EmptyState>
          {actions.enterBill
            ? 'No bill was entered yet. A bill becomes an expense entry, pending approval.'
            : 'No bill was entered. That is possible once the order was sent.'}
        </EmptyState>
      )}
      {bills.map((bill) => (
        <BillCard key={bill._id} bill={bill} />
      ))}
      {entering && <BillForm order={order} known={data} onClose={() => setEntering(false)} />}
    </Stack>
  );
}

function BillCard({ bill }: { bill: Bill }) {
  const { number, date, totalPaise, entry, createdBy, differences } = bill;
  return (
    <SectionCard title={`Bill ${number}`} action={<ReadyChip bill={bill} />}>
      <Stack sx={{ gap: 4 }}>
        <Differences of={differences} intro="The entry can't be approved yet:" />
        <Facts
          facts={[
            { label: 'Amount', value: formatMoney(totalPaise) },
            { label: 'Date', value: formatDay(date) },
            {
              label: 'Entry',
              value: (
                <Link component={RouterLink} to={entryPath(entry)} underline="always">
                  {entry.transactionNo}
                </Link>
              ),
            },
            { label: 'Status of the entry', value: <TransactionStatusChip status={entry.status} /> },
            ...amountFacts(bill),
            { label: 'Entered by', value: createdBy.name },
          ]}
        />
      </Stack>
    </SectionCard>
  );
}
