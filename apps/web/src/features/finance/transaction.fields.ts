import {
  type Transaction,
  paymentMethodLabels,
  transactionCategoryLabels,
  transactionFlagLabels,
  transactionStatusLabels,
  transactionTypeLabels,
} from '@shifa/contract';
import { type DescribedField, describedField } from '../../screens/form/described-field';
import { formatDay, formatMoney } from '../../lib/format';

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
