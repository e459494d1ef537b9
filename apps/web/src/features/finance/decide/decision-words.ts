import { needsSuperAdmin, type Transaction, type TransactionListItem } from '@shifa/contract';
import { formatMoney } from '../../../lib/format';
import { countedPaise } from '../transaction.fields';

/** What a decision came to: `KOL-2026-27-000123 was approved`. */
export function outcomeOf({ transactionNo, status, flags, approvals }: Transaction): string {
  if (status !== 'partially_approved') return `${transactionNo} was ${status}`;
  const next = needsSuperAdmin(
    flags,
    approvals.map(({ by }) => by),
  )
    ? 'a super admin has'
    : 'another person has';
  return `${transactionNo} was approved once: ${next} to approve it as well`;
}

type Amount = Pick<TransactionListItem, 'type' | 'amountPaise' | 'reversalOf'>;

/** What entries come to, each type by itself: `income ₹1,250.50, expense ₹300.00`; a contra entry takes away. */
export function sumWords(entries: readonly Amount[]): string {
  return (['income', 'expense'] as const)
    .flatMap((type) => {
      const ofType = entries.filter((entry) => entry.type === type);
      const sum = ofType.reduce((paise, entry) => paise + countedPaise(entry), 0);
      return ofType.length === 0 ? [] : [`${type} ${formatMoney(sum)}`];
    })
    .join(', ');
}
