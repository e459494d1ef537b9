import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Bill, Credit, OrderBills, PurchaseOrder } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { formatDay, formatMoney } from '../../../lib/format';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { ActionButton } from '../../../screens/actions/permission-button';
import { useOpenDrafts } from '../../../screens/form/use-draft';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { Facts } from '../../../ui/facts';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { PageSkeleton } from '../../../ui/loading/page-skeleton';
import { SectionCard } from '../../../ui/section-card';
import { TransactionStatusChip } from '../entry-display';
import { entryPath } from '../finance-navigation';
import { amountFacts, Differences, ReadyChip } from './bill-display';
import { billDrafts, billsOf } from './bill.resource';

type BillFormProps = { order: PurchaseOrder; known: OrderBills; onClose: () => void };

const BillForm = lazyForm<BillFormProps>(
  () => 'Enter bill',
  async () => (await import('./bill-form')).BillForm,
);

const CreditForm = lazyForm<BillFormProps>(
  () => 'Enter credit note',
  async () => (await import('./credit-form')).CreditForm,
);

/** The bills of an order with their credits, the newest first, and the way to enter the next one. */
export function OrderBillList({ order }: { order: PurchaseOrder }) {
  const query = useQuery(billsOf(order._id));
  if (!query.data) return <NotLoaded query={query} what="the bills" skeleton={<PageSkeleton />} />;
  return <Bills order={order} known={query.data} />;
}

function Bills({ order, known }: { order: PurchaseOrder; known: OrderBills }) {
  const { bills, creditable, actions } = known;
  const [leftBill, leftCredit] = [useOpenDrafts(billDrafts.bill), useOpenDrafts(billDrafts.credit)];
  const [entering, setEntering] = useState<'bill' | 'credit' | undefined>(() => {
    // What was left open is of no use where nothing can be entered now.
    if (!actions.enterBill) return undefined;
    if (leftBill.includes(order._id)) return 'bill';
    return leftCredit.includes(order._id) && creditable.length > 0 ? 'credit' : undefined;
  });
  const disabledReason = disabledReasonOf(actions.enterBill);
  return (
    <Stack sx={{ gap: 3 }}>
      {actions.enterBill && (
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          <ActionButton variant="outlined" disabledReason={disabledReason} onClick={() => setEntering('bill')}>
            Enter bill
          </ActionButton>
          {creditable.length > 0 && (
            <ActionButton variant="outlined" disabledReason={disabledReason} onClick={() => setEntering('credit')}>
              Enter credit note
            </ActionButton>
          )}
        </Stack>
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
      {entering === 'bill' && <BillForm order={order} known={known} onClose={() => setEntering(undefined)} />}
      {entering === 'credit' && <CreditForm order={order} known={known} onClose={() => setEntering(undefined)} />}
    </Stack>
  );
}

function BillCard({ bill }: { bill: Bill }) {
  const { number, date, totalPaise, entry, createdBy, differences, credits } = bill;
  return (
    <SectionCard title={`Bill ${number}`} action={<ReadyChip bill={bill} />}>
      <Stack sx={{ gap: 4 }}>
        <Differences of={differences} intro="The entry can't be approved yet:" />
        <Facts
          facts={[
            { label: 'Amount', value: formatMoney(totalPaise) },
            { label: 'Date', value: formatDay(date) },
            { label: 'Entry', value: <EntryNumber entry={entry} /> },
            { label: 'Status of the entry', value: <TransactionStatusChip status={entry.status} /> },
            ...amountFacts(bill),
            { label: 'Entered by', value: createdBy.name },
          ]}
        />
        {credits.map((credit) => (
          <CreditFacts key={credit._id} credit={credit} />
        ))}
      </Stack>
    </SectionCard>
  );
}

function CreditFacts({ credit }: { credit: Credit }) {
  const { number, date, amountPaise, entry, createdBy } = credit;
  const headingId = useId();
  return (
    <Stack component="section" aria-labelledby={headingId} sx={{ gap: 3, borderTop: 1, borderColor: 'divider', pt: 4 }}>
      <Typography id={headingId} variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        Credit note {number}
      </Typography>
      <Facts
        facts={[
          { label: 'Amount', value: formatMoney(-amountPaise) },
          { label: 'Date', value: formatDay(date) },
          { label: 'Return', value: credit.return.number },
          { label: 'Entry', value: <EntryNumber entry={entry} /> },
          { label: 'Status of the entry', value: <TransactionStatusChip status={entry.status} /> },
          { label: 'Entered by', value: createdBy.name },
        ]}
      />
    </Stack>
  );
}

function EntryNumber({ entry }: { entry: Bill['entry'] }) {
  return (
    <Link component={RouterLink} to={entryPath(entry)} underline="always">
      {entry.transactionNo}
    </Link>
  );
}
