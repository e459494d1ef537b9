import {
  type Transaction,
  transactionCategoryLabels,
  type TransactionStatus,
  transactionTypeLabels,
} from '@shifa/contract';

type Kind = Pick<Transaction, 'type' | 'reversalOf'>;

/** What accounts call the paper. */
export function voucherTitle({ type, reversalOf }: Kind): string {
  if (reversalOf !== null) return 'Reversal voucher';
  return type === 'income' ? 'Receipt voucher' : 'Payment voucher';
}

/** Who stands on the other side. */
export function partyLabel({ type, reversalOf }: Kind): string {
  if (reversalOf !== null) return 'Party';
  return type === 'income' ? 'Received from' : 'Paid to';
}

/** `Expense: Rent`; a reversal names what it takes back. */
export function accountWords({ type, category, reversalOf }: Kind & Pick<Transaction, 'category'>): string {
  const account = `${transactionTypeLabels[type]}: ${transactionCategoryLabels[category]}`;
  return reversalOf === null ? account : `Reversal of ${account.charAt(0).toLowerCase()}${account.slice(1)}`;
}

const watermarks: Record<TransactionStatus, string | undefined> = {
  pending: 'Pending — not valid',
  partially_approved: 'Partially approved — not valid',
  approved: undefined,
  rejected: 'Rejected — not valid',
  cancelled: 'Cancelled — not valid',
  reversed: 'Reversed — no longer valid',
};

/** What is written across a voucher that nobody may pay or book by; an approved one bears nothing. */
export function watermarkOf(status: TransactionStatus): string | undefined {
  return watermarks[status];
}
