import {
  type EntryCredit,
  type TotalPaise,
  type TransactionListItem,
  type TransactionType,
  transactionTypeLabels,
  plural,
} from '@shifa/contract';
import { describeChange, formatSigned } from '../../lib/change';
import { formatCount, formatMoney } from '../../lib/format';

type Amount = Pick<TransactionListItem, 'amountPaise' | 'reversalOf'>;
type TypedAmount = Amount & Pick<TransactionListItem, 'type'>;

const reversalLabels: Record<TransactionType, string> = {
  income: 'Reversal of income',
  expense: 'Reversal of expense',
};

export const approversLabel = 'Who can approve this?';

/** What an entry adds to the totals of its type, in paise; negative for a contra entry. */
export function countedPaise({ amountPaise, reversalOf }: Amount): number {
  return reversalOf ? -amountPaise : amountPaise;
}

/**
 * `₹1,250.50`, or `−₹1,250.50` for a contra entry. This is the sign of an entry wherever it is shown, as in totals and
 * exports: the amount is what the entry adds to the total of its type. `labelOf` names the type.
 */
export function formatAmount(entry: Amount): string {
  return formatMoney(countedPaise(entry));
}

/** `Income`, `Expense`, `Reversal of income`, `Reversal of expense` */
export function labelOf({ type, reversalOf }: Pick<TransactionListItem, 'type' | 'reversalOf'>): string {
  return reversalOf ? reversalLabels[type] : transactionTypeLabels[type];
}

/** `Income of ₹1,250.50`, `Reversal of income of −₹1,250.50` */
export function describeAmount(entry: TypedAmount): string {
  return `${labelOf(entry)} of ${formatAmount(entry)}`;
}

/** `Income of ₹1,250.50 · City Clinic` */
export function describeEntry({ party, ...entry }: TypedAmount & Pick<TransactionListItem, 'party'>): string {
  return party === null ? describeAmount(entry) : `${describeAmount(entry)} · ${party}`;
}

/** `Credit note CN/7 for RTN-KOL-2026-27-000001 of bill INV/7` */
export function describeCredit({ number, bill, return: returned }: EntryCredit): string {
  return `Credit note ${number} for ${returned.number} of bill ${bill.number}`;
}

/** `1 entry`, `12 entries` */
export function formatEntryCount(count: number): string {
  return plural(count, '1 entry', `${formatCount(count)} entries`);
}

/** The total of each type: `income ₹1,250.50, expense ₹300.00`. */
export function formatSums(entries: readonly TypedAmount[]): string {
  return (['income', 'expense'] as const)
    .flatMap((type) => {
      const ofType = entries.filter((entry) => entry.type === type);
      const sum = ofType.reduce((paise, entry) => paise + countedPaise(entry), 0);
      return ofType.length === 0 ? [] : [`${type} ${formatMoney(sum)}`];
    })
    .join(', ');
}

/** Compares a total with the previous one: `₹250.00 more than in October 2026 (+25%)`. */
export function formatChange(paise: TotalPaise, previousPaise: TotalPaise, previousPeriod: string): string {
  return describeChange(BigInt(paise), BigInt(previousPaise), previousPeriod, formatMoney);
}

/** `+₹250.00`, `−₹250.00`, `₹0.00` */
export function formatSignedMoney(paise: TotalPaise | bigint): string {
  return formatSigned(BigInt(paise), formatMoney);
}
