import { formatCount, formatDay, formatMoney } from '../../../lib/format';
import { type OrderWay, orderWayLabels, purchaseOrderStatusLabels, type PurchaseOrderStatus } from '@shifa/contract';
import { type DescribedField, describedField } from '../../../screens/form/described-field';

type AuditedLine = {
  item: string;
  quantity: number;
  pricePaise: number;
  expectedOn: string;
  accepted: number;
  short: number;
  /** Absent in entries of earlier versions. */
  returned?: number;
};

/** In the history since before the product could email orders. */
type AuditedSending = { way: OrderWay; email?: string | null };

const printLine = ({ item, quantity, pricePaise, expectedOn, accepted, returned = 0 }: AuditedLine) =>
  `${item}: ${formatCount(quantity)} at ${formatMoney(pricePaise)}, expected ${formatDay(expectedOn)}, ${formatCount(accepted)} received` +
  (returned > 0 ? `, ${formatCount(returned)} returned` : '');

/** `Emailed to orders@meril.example`, or how people sent it themselves. */
export function describeSending({ way, email }: AuditedSending): string {
  return email ? `Emailed to ${email}` : orderWayLabels[way];
}

/** The fields of an order in its history. */
export const orderFields: readonly DescribedField[] = [
  describedField('status', 'Status', (status: PurchaseOrderStatus) => purchaseOrderStatusLabels[status]),
  describedField('supplier', 'Supplier'),
  {
    ...describedField('lines', 'Lines', (lines: AuditedLine[]) => lines.map(printLine).join(' · ')),
    members: (lines) => (Array.isArray(lines) ? (lines as AuditedLine[]).map(printLine) : []),
  },
  describedField('sent', 'Sent', (sent: AuditedSending[]) => sent.map(describeSending).join(' · ')),
  describedField('totalPaise', 'Total', formatMoney),
  describedField('notes', 'Notes'),
  describedField('rejection', 'Rejection', ({ reason }: { reason: string }) => reason),
  describedField('ended', 'Reason', ({ reason }: { reason: string | null }) => reason ?? 'None'),
];
