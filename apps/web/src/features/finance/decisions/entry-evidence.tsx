import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  isWaiting,
  type Laboratory,
  paymentMethodLabels,
  type Transaction,
  transactionCategoryLabels,
  type TransactionListItem,
  transactionStatusLabels,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Banner } from '../../../ui/feedback/banner';
import { type Fact, Facts } from '../../../ui/facts';
import { Skeleton } from '../../../ui/loading/skeleton';
import { RelativeTime } from '../../../ui/relative-time';
import { formatDay } from '../../../lib/format';
import { ApprovalLadder } from '../entry/approval-ladder';
import { EntryBillDetails } from '../bills/entry-bill';
import { EntryHead } from '../entry-display';
import { EntryLink } from '../finance-navigation';
import { exceptionText } from '../finance.messages';
import { useFinancePolicy } from '../form/posting-context';
import { isMissingReceipt, MissingReceipt } from '../receipts/missing-receipt';
import { ReceiptList } from '../receipts/receipt-list';
import { describeAmount, describeCredit, formatAmount } from '../transaction.format';
import { duplicatesOf, transactionResource } from '../transaction.resource';

type EntryEvidenceProps = { item: TransactionListItem; stored: Transaction | undefined; error: Error | null };

/** Everything that a decision on an entry is based on. */
export function EntryEvidence({ item, stored, error }: EntryEvidenceProps) {
  return (
    <>
      <EntryHead entry={item} aside={<EntryLink entry={item} />}>
        <Typography variant="h3" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {item.party ?? 'No party entered'}
        </Typography>
        <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{item.description}</Typography>
      </EntryHead>
      {item.credit && <Typography>{describeCredit(item.credit)}</Typography>}
      {item.reversalOf && (
        <ReversedEntry
          id={item.reversalOf._id}
          number={item.reversalOf.transactionNo}
          isPart={item.credit !== undefined}
        />
      )}
      <Warnings entry={item} approvals={stored?.approvals} />
      <Facts facts={factsOf(item)} />
      {stored ? (
        <>
          {stored.bill && (
            <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 4 }}>
              <EntryBillDetails bill={stored.bill} />
            </Box>
          )}
          {!isMissingReceipt(stored) && <ReceiptList transaction={stored} />}
          <ApprovalLadder entry={stored} />
        </>
      ) : error ? (
        <Banner tone="error">Receipts and approvals couldn't be loaded.</Banner>
      ) : (
        <Skeleton variant="rectangular" height={96} />
      )}
    </>
  );
}

/** The entry that a contra entry takes back, so that both can be compared. */
function ReversedEntry({ id, number, isPart }: { id: string; number: string; isPart: boolean }) {
  const headingId = useId();
  const { data: original, error } = useQuery(transactionResource.detail(id));
  return (
    <Stack component="section" aria-labelledby={headingId} sx={reversedStyle}>
      <Typography id={headingId} variant="h4" component="h3">
        {isPart ? 'Reverses a part of' : 'Reverses'} <EntryLink entry={{ _id: id, transactionNo: number }} />
      </Typography>
      {original ? (
        <>
          <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{original.description}</Typography>
          <Facts
            facts={[
              { label: 'Amount', value: describeAmount(original) },
              { label: 'Date', value: formatDay(original.date) },
              { label: 'Party', value: original.party ?? 'Not set' },
              ...factsOf(original),
              { label: 'Approved by', value: original.approvals.map(({ by }) => by.name).join(', ') },
            ]}
          />
        </>
      ) : error ? (
        <Banner tone="error">The reversed entry couldn't be loaded.</Banner>
      ) : (
        <Skeleton variant="rectangular" height={96} />
      )}
    </Stack>
  );
}

const reversedStyle = { gap: 2, p: 3, border: 1, borderColor: 'divider', borderRadius: '12px' };

type WarningsProps = { entry: TransactionListItem; approvals: Transaction['approvals'] | undefined };

function Warnings({ entry, approvals }: WarningsProps) {
  const { laboratoryId, status, reference, reversalOf, _id } = entry;
  const policy = useFinancePolicy(laboratoryId._id);
  const note = approvals?.find((approval) => approval.note !== undefined)?.note;
  return (
    <>
      {[entry.approvalNote, note].map(
        (reason) =>
          reason && (
            <Banner key={reason} tone="warning">
              {reason}
            </Banner>
          ),
      )}
      {describeExceptions(entry, approvals ?? [], policy).map((exception) => (
        <Banner key={exception} tone="warning">
          {exception}
        </Banner>
      ))}
      <MissingReceipt entry={entry} place="elsewhere" />
      {/* A reversal has the same reference as its original. */}
      {isWaiting(status) && reference !== null && reversalOf === null && (
        <DuplicateNotice reference={reference} laboratoryId={laboratoryId._id} except={_id} />
      )}
    </>
  );
}

/** The exceptions of an entry with what they require: `Above the limit of ₹50,000.00. A super admin must also approve it.` */
function describeExceptions(
  { flags, status }: TransactionListItem,
  approvals: Transaction['approvals'],
  policy: Laboratory['policies']['finance'] | undefined,
): string[] {
  return flags.map((flag) => {
    const text = exceptionText(flag, policy);
    return isWaiting(status) && flag !== 'locked_period' ? `${text} ${missingApprovals(approvals)}` : text;
  });
}

function missingApprovals(approvals: Transaction['approvals']): string {
  if (approvals.length === 0) return 'Two people must approve it, one of them a super admin.';
  const bySuperAdmin = approvals.some(({ by, note }) => by.role === 'super_admin' && note === undefined);
  return bySuperAdmin ? 'Another person must also approve it.' : 'A super admin must also approve it.';
}

type DuplicateNoticeProps = { reference: string; laboratoryId: string; except: string };

/** Warns about other entries with the same reference. */
function DuplicateNotice(query: DuplicateNoticeProps) {
  const { data: duplicates = [] } = useQuery(duplicatesOf(query));
  if (duplicates.length === 0) return null;
  return (
    <Banner tone="warning">
      The reference {query.reference} has already been entered:
      {duplicates.map((entry) => (
        <div key={entry._id} className="tabular">
          <EntryLink entry={entry} /> · {formatDay(entry.date)} · {formatAmount(entry)} ·{' '}
          {transactionStatusLabels[entry.status]}
        </div>
      ))}
    </Banner>
  );
}

function factsOf(entry: TransactionListItem): Fact[] {
  const { category, paymentMethod, reference, createdBy, createdAt, laboratoryId } = entry;
  return [
    { label: 'Category', value: transactionCategoryLabels[category] },
    { label: 'Payment method', value: paymentMethodLabels[paymentMethod] },
    ...(reference === null ? [] : [{ label: 'Reference', value: reference }]),
    {
      label: 'Entered by',
      value: (
        <>
          {createdBy.name}, <RelativeTime instant={createdAt} timeZone={laboratoryId.timezone} />
        </>
      ),
    },
  ];
}
