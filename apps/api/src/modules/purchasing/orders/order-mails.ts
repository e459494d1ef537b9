import {
  describeProgress,
  formatEntered,
  formatQuantity,
  formatRupees,
  type OrderDelivery,
  orderTotal,
  outstandingOf,
  plural,
  type PurchaseOrder,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import type { ObjectId } from '../../../platform/domain/object-id';
import { formatDay } from '../../../platform/time/format-time';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { OutgoingEmails } from '../../messages/messages.port';
import { StaffPort } from '../../staff/staff.port';
import { addressOf } from './purchase-order.mapper';
import type { OrderLineRow, PurchaseOrderRow } from './purchase-order.repository';

/** Orders as emails to their suppliers, through the outbox. */
@Injectable()
export class OrderMails {
  constructor(
    private readonly letters: OutgoingEmails,
    private readonly laboratories: LaboratoriesPort,
    private readonly staff: StaffPort,
  ) {}

  /**
   * In the transaction that records the order as sent: neither exists without the other.
   * @returns the id of the message.
   * @throws DomainError CHANNEL_NOT_OFFERED.
   */
  async send(actor: Actor, order: PurchaseOrderRow, to: string): Promise<ObjectId> {
    if (!this.letters.isOffered) {
      const message = "Email isn't set up here. Email the order yourself, and record it as sent without an address.";
      throw DomainError.onField('CHANNEL_NOT_OFFERED', 'email', message);
    }
    const { number, supplier, lines, notes } = order;
    const laboratory = await this.laboratories.getOwner(order);
    const { name, contact } = laboratory;
    const replyTo = contact.email ?? (await this.staff.account(actor.userId))?.email ?? null;
    const isReminder = lines.some((line) => describeProgress(line, line.item.unit).length > 0);
    const request = isReminder
      ? 'Deliver what is still expected of the items listed below.'
      : 'Deliver the items listed below.';
    const summary = [
      `Total: ${formatRupees(orderTotal(lines))}`,
      plural(lines.length, '1 line', `${lines.length} lines`),
      expectedIn(lines),
    ];
    return this.letters.add({
      purpose: 'purchase_order',
      to,
      replyTo,
      subject: `Purchase order ${number} from ${name}`,
      paragraphs: [
        `To ${supplier.name}`,
        ['From ' + name, addressOf(laboratory), contact.phone, contact.email].filter(Boolean).join('\n'),
        `${request} ${summary.join(', ')}.`,
        ...(notes === null ? [] : [`Notes: ${notes}`]),
      ],
      entries: lines.map((line, index) => entryOf(line, index + 1)),
      notes: [
        `Write ${number} on the delivery note and the invoice.`,
        ...(replyTo === null ? [] : [`Questions? Reply to this email, or write to ${replyTo}.`]),
      ],
    });
  }

  /** How the order can be emailed, and what became of the emails that were sent. */
  async describe({ sent }: PurchaseOrderRow, suggested: string | null) {
    const ids = sent.flatMap(({ messageId }) => messageId ?? []);
    const statuses = ids.length === 0 ? new Map<string, never>() : await this.letters.statusesOf(ids);
    const emailing: PurchaseOrder['emailing'] = this.letters.isOffered ? { suggested } : null;
    const deliveries = new Map<string, OrderDelivery>();
    for (const [id, status] of statuses) if (status !== 'dropped') deliveries.set(id, status);
    return { emailing, deliveries };
  }
}

function entryOf(line: OrderLineRow, position: number) {
  const { item, quantity, entered, pricePaise, expectedOn } = line;
  const { name, itemCode, unit } = item;
  const text = [
    entered ? formatEntered(entered, unit) : formatQuantity(quantity, unit),
    `${formatRupees(pricePaise)} per unit, amount ${formatRupees(BigInt(quantity) * BigInt(pricePaise))}`,
    ...(outstandingOf(line) > 0 ? [`Expected by ${formatDay(expectedOn)}`] : []),
    // For a reminder.
    ...describeProgress(line, unit),
  ];
  return { title: `${position}. ${name} (${itemCode})`, text: text.join('\n') };
}

/** `expected by Dec 5, 2026`, or the first and the last of several days; of what has not arrived yet. */
function expectedIn(lines: readonly OrderLineRow[]): string {
  const awaited = lines.filter((line) => outstandingOf(line) > 0);
  const days = awaited.map(({ expectedOn }) => expectedOn).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  if (first === last) return `expected by ${formatDay(first)}`;
  return `expected from ${formatDay(first)} to ${formatDay(last)}`;
}
