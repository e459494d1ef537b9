import { styled } from '@mui/material/styles';
import {
  isCounted,
  type Laboratory,
  type LedgerSeal,
  paymentMethodLabels,
  type Transaction,
  transactionCategoryLabels,
  type TransactionStatus,
} from '@shifa/contract';
import { type Fact, Facts } from '../../../ui/facts';
import { formatCount, formatDay, formatInstant } from '../../../lib/format';
import { countedPaise, formatAmount, labelOf } from '../transaction.format';
import { amountInWords } from './amount-in-words';

type VoucherProps = {
  entry: Transaction;
  /** As it is today, for the letterhead; without it only the name is shown. */
  laboratory: Pick<Laboratory, 'name' | 'location' | 'contact'> | undefined;
  seal: LedgerSeal | null;
};

/** An entry as a document for filing: party, amount in figures and in words, purpose and approvers. */
export function Voucher({ entry, laboratory, seal }: VoucherProps) {
  const { transactionNo, date, status, laboratoryId, party, reversalOf, approvals } = entry;
  const watermark = watermarks[status];
  return (
    <Sheet aria-label={`${voucherTitle(entry)} ${transactionNo}`}>
      {watermark && <Watermark>{watermark}</Watermark>}
      <Head>
        <div>
          <strong>{laboratory?.name ?? laboratoryId.name}</strong>
          {laboratory && (
            <p>
              {addressOf(laboratory)}
              <br />
              {laboratory.contact.phone}
            </p>
          )}
        </div>
        <div>
          <h2>{voucherTitle(entry)}</h2>
          <p>
            {transactionNo}
            <br />
            {formatDay(date, 'long')}
          </p>
        </div>
      </Head>
      <Amount>
        <p>
          <span>{partyLabel(entry)}</span>
          <strong>{party ?? '—'}</strong>
        </p>
        <p>
          <span>Amount</span>
          <strong>{formatAmount(entry)}</strong>
        </p>
        <p>{amountInWords(countedPaise(entry))}</p>
      </Amount>
      <Facts facts={factsOf(entry)} />
      <Signatures>
        <div>Entered by {entry.createdBy.name}</div>
        <div>Approved by {isCounted(status) && approvals.map(({ by }) => by.name).join(', ')}</div>
        {reversalOf === null && <div>Received by</div>}
      </Signatures>
      {seal && (
        <Seal>
          Link {formatCount(seal.seq)} of the laboratory’s ledger, {formatInstant(seal.at, entry.laboratoryId.timezone)}
          . The hash covers this entry and every earlier one, so any later change would show.
          <code>{seal.hash}</code>
        </Seal>
      )}
    </Sheet>
  );
}

type Kind = Pick<Transaction, 'type' | 'reversalOf' | 'credit'>;

/** The accounting term for the document. */
export function voucherTitle({ type, reversalOf, credit }: Kind): string {
  if (credit) return 'Credit note voucher';
  if (reversalOf !== null) return 'Reversal voucher';
  return type === 'income' ? 'Receipt voucher' : 'Payment voucher';
}

/** The role of the party. */
function partyLabel({ type, reversalOf }: Kind): string {
  if (reversalOf !== null) return 'Party';
  return type === 'income' ? 'Received from' : 'Paid to';
}

/** `Expense: Rent`, or `Reversal of expense: Rent`. */
function formatAccount(entry: Kind & Pick<Transaction, 'category'>): string {
  return `${labelOf(entry)}: ${transactionCategoryLabels[entry.category]}`;
}

/** Printed across a voucher that is not, or no longer, valid. */
const watermarks: Record<TransactionStatus, string | undefined> = {
  pending: 'Pending — not valid',
  partially_approved: 'Partially approved — not valid',
  approved: undefined,
  rejected: 'Rejected — not valid',
  cancelled: 'Cancelled — not valid',
  reversed: 'Reversed — no longer valid',
};

function addressOf({ location: { address, city, state, pincode } }: Pick<Laboratory, 'location'>): string {
  return [address, city, [state, pincode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

function factsOf(entry: Transaction): Fact[] {
  const { paymentMethod, reference, description, createdBy, createdAt, approvals, laboratoryId } = entry;
  const { reversalOf, credit } = entry;
  const signature = ({ name }: { name: string }, at: string) => (
    <>
      {name}
      <br />
      {formatInstant(at, laboratoryId.timezone)}
    </>
  );
  return [
    { label: 'Category', value: formatAccount(entry) },
    { label: 'Payment method', value: paymentMethodLabels[paymentMethod] },
    { label: 'Reference', value: reference ?? '—' },
    ...(reversalOf === null
      ? []
      : [{ label: credit ? 'Reverses a part of' : 'Reverses', value: reversalOf.transactionNo }]),
    { label: 'Description', value: description, wide: true },
    { label: 'Entered', value: signature(createdBy, createdAt) },
    ...approvals.map((approval, index) => ({
      label: approvals.length > 1 ? `Approved (${index + 1} of ${approvals.length})` : 'Approved',
      value: signature(approval.by, approval.at),
    })),
  ];
}

const Sheet = styled('article')(({ theme }) => ({
  position: 'relative',
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  gap: 28,
  maxWidth: 794,
  margin: '0 auto',
  padding: 40,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 12,
  backgroundColor: theme.vars.palette.background.paper,
  '& p, & h2': { margin: 0 },
  '& strong': { fontWeight: 600 },
  [theme.breakpoints.down('sm')]: { gap: 24, padding: 20 },
  '@media print': {
    maxWidth: 'none',
    padding: 0,
    border: 0,
    borderRadius: 0,
    overflow: 'visible',
    // The lines of the dark theme are too light on paper.
    '& *': { borderColor: '#000 !important' },
  },
}));

const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '16px 32px',
  paddingBottom: 20,
  borderBottom: `2px solid ${theme.vars.palette.text.primary}`,
  '& > div': { flex: '1 1 240px' },
  '& > div:last-of-type': { textAlign: 'right' },
  '& strong, & h2': { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.35 },
  '& p': { marginTop: 4, color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('sm')]: { '& > div:last-of-type': { textAlign: 'left' } },
}));

/** The party and the amount. */
const Amount = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  gap: '12px 32px',
  alignItems: 'end',
  '& span': { display: 'block', fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
  '& strong': { fontSize: '1.25rem' },
  '& p:nth-of-type(2)': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& p:nth-of-type(2) strong': { fontSize: '1.5rem' },
  '& p:nth-of-type(3)': {
    gridColumn: '1 / -1',
    padding: '10px 14px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 8,
  },
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: '1fr',
    '& p:nth-of-type(2)': { textAlign: 'left' },
  },
}));

const Signatures = styled('footer')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 32,
  marginTop: 56,
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
  '& > div': {
    flex: '1 1 140px',
    minHeight: 44,
    paddingTop: 6,
    borderTop: `1px solid ${theme.vars.palette.control}`,
  },
  '@media print': { marginTop: '28mm' },
}));

const Seal = styled('p')(({ theme }) => ({
  fontSize: '0.75rem',
  color: theme.vars.palette.text.secondary,
  '& code': { display: 'block', marginTop: 4, fontSize: '0.75rem' },
}));

/** Across the page, behind the text, and announced by screen readers. */
const Watermark = styled('p')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  textAlign: 'center',
  fontSize: 'clamp(1.75rem, 8vw, 3.5rem)',
  fontWeight: 700,
  lineHeight: 1.2,
  color: theme.vars.palette.error.main,
  opacity: 0.16,
  pointerEvents: 'none',
  transform: 'rotate(-24deg)',
  '@media print': { height: '180mm', fontSize: '48pt' },
}));
