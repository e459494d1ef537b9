import {
  type Transaction,
  type TransactionListItem,
  paymentMethodLabels,
  transactionCategoryLabels,
  transactionFlagLabels,
  transactionStatusLabels,
  transactionTypeLabels,
} from '@shifa/contract';
import { type DescribedField, describedField } from '../../components/versions/described-field';
import { formatCount, formatDay, formatMoney } from '../../lib/format';

type Described = keyof Transaction;
type Given<Path extends Described> = NonNullable<Transaction[Path]>;

const field = <Path extends Described>(
  path: Path,
  label: string,
  print?: (value: Given<Path>) => string,
): DescribedField<Path> => describedField(path, label, print);

/** In the order of the form. */
export const transactionFields: readonly DescribedField<Described>[] = [
  field('type', 'Type', (type) => transactionTypeLabels[type]),
  field('date', 'Date', formatDay),
  field('amountPaise', 'Amount', formatMoney),
  field('category', 'Category', (category) => transactionCategoryLabels[category]),
  field('paymentMethod', 'Payment method', (method) => paymentMethodLabels[method]),
  field('reference', 'Reference'),
  field('party', 'Party'),
  field('description', 'Description'),
  field('status', 'Status', (status) => transactionStatusLabels[status]),
  field('flags', 'Exceptions', (flags) => flags.map((flag) => transactionFlagLabels[flag]).join(', ') || 'None'),
];

type Amount = Pick<TransactionListItem, 'amountPaise' | 'reversalOf'>;

/** What an entry adds to the totals of its type, in paise: a contra entry takes away. */
export function countedPaise({ amountPaise, reversalOf }: Amount): number {
  return reversalOf === null ? amountPaise : -amountPaise;
}

/** `₹1,250.50`, or `−₹1,250.50` for a contra entry. */
export function amountWords(entry: Amount): string {
  return formatMoney(countedPaise(entry));
}

/** `1 entry`, `12 entries` */
export function entriesWords(count: number): string {
  return count === 1 ? '1 entry' : `${formatCount(count)} entries`;
}
