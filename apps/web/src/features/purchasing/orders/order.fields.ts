import { formatCount, formatDay, formatMoney } from '../../../lib/format';
import {
  type GoodsReceipt,
  type InventoryUnit,
  type OrderWay,
  orderWayLabels,
  purchaseOrderStatusLabels,
  type PurchaseOrderStatus,
} from '@shifa/contract';
import { type DescribedField, describedField, type DescribedMember } from '../../../screens/form/described-field';
import { describeBatches, describeProblems } from '../receipts/describe-received';

type AuditedLine = {
  item: string;
  quantity: number;
  pricePaise: number;
  expectedOn: string;
  accepted: number;
  short: number;
  /** Absent in entries of earlier versions, as what was refused. */
  damaged?: number;
  refused?: number;
  /** Absent in entries of earlier versions. */
  returned?: number;
};

type AuditedReceipt = {
  number: string;
  /** Absent in entries of earlier versions. */
  lines?: readonly (Omit<GoodsReceipt['lines'][number], 'lineId'> & { item: string; unit: InventoryUnit | null })[];
};

/** In the history since before the product could email orders. */
type AuditedSending = { way: OrderWay; email?: string | null };

const describeLine = ({ item, quantity, pricePaise, expectedOn, ...rest }: AuditedLine): DescribedMember => {
  const became = outcomes.flatMap(([field, word]) => {
    const count = rest[field] ?? 0;
    return count > 0 ? [`${formatCount(count)} ${word}`] : [];
  });
  const ordered = [`${formatCount(quantity)} ordered`, `${formatMoney(pricePaise)} each`];
  return { key: item, name: item, facts: [...ordered, `expected ${formatDay(expectedOn)}`, ...became] };
};

const outcomes = [
  ['accepted', 'received'],
  ['short', 'short'],
  ['damaged', 'damaged'],
  ['refused', 'refused'],
  ['returned', 'returned'],
] as const;

const describeLines = (lines: unknown) => ((lines ?? []) as AuditedLine[]).map(describeLine);

/** `GRN-KOL-2026-27-000004, Glucose reagent: 5 bottles of LOT-7, expires Dec 31, 2099; 2 bottles damaged: Leaking` */
const printReceipt = ({ number, lines }: AuditedReceipt): string[] =>
  lines?.map(({ item, unit, ...received }) => {
    const wrong = describeProblems(received, unit);
    const parts = [...describeBatches(received, unit), ...(wrong === undefined ? [] : [wrong])];
    return `${number}, ${item}: ${parts.join('; ')}`;
  }) ?? [number];

/** `Emailed to orders@meril.example`, or how people sent it themselves. */
export function describeSending({ way, email }: AuditedSending): string {
  return email ? `Emailed to ${email}` : orderWayLabels[way];
}

function eventsField(path: string, label: string, print: (event: never) => string[]): DescribedField {
  const texts = (events: unknown) => ((events ?? []) as never[]).flatMap(print);
  return {
    ...describedField(path, label),
    members: (events) => texts(events).map((text) => ({ key: text, facts: [text] })),
    isEvents: true,
  };
}

/** The fields of an order in its history. */
export const orderFields: readonly DescribedField[] = [
  describedField('status', 'Status', (status: PurchaseOrderStatus) => purchaseOrderStatusLabels[status]),
  describedField('supplier', 'Supplier'),
  {
    ...describedField('lines', 'Lines'),
    members: describeLines,
  },
  eventsField('receipts', 'Received', printReceipt),
  eventsField('sent', 'Sent', (sending: AuditedSending) => [describeSending(sending)]),
  describedField('totalPaise', 'Total', formatMoney),
  describedField('notes', 'Notes'),
  describedField('rejection', 'Rejection', ({ reason }: { reason: string }) => reason),
  describedField('ended', 'Reason', ({ reason }: { reason: string | null }) => reason ?? 'None'),
];
