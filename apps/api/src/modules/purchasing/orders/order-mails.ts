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
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import type { ObjectId } from '../../../platform/domain/object-id';
import { DomainEvents } from '../../../platform/events/domain-events';
import { formatDay } from '../../../platform/time/format-time';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { letterAccepted, OutgoingEmails } from '../../messages/messages.port';
import { StaffPort } from '../../staff/staff.port';
import { addressOf } from './purchase-order.mapper';
import { type OrderLineRow, PurchaseOrderRepository, type PurchaseOrderRow } from './purchase-order.repository';

/** Orders as emails to their suppliers, through the outbox. */
@Injectable()
export class OrderMails implements OnModuleInit {
  constructor(
    private readonly letters: OutgoingEmails,
    private readonly orders: PurchaseOrderRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly staff: StaffPort,
    private readonly events: DomainEvents,
  ) {}

  onModuleInit(): void {
    this.events.within(letterAccepted, ({ causeId, messageId }) => this.orders.noteAccepted(causeId, messageId));
  }

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
      causeId: order._id,
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
    const emails = sent.flatMap(({ messageId, accepted }) => (messageId ? [{ messageId, accepted }] : []));
    const ids = emails.map(({ messageId }) => messageId);
    const statuses = ids.length === 0 ? new Map<string, never>() : await this.letters.statusesOf(ids);
    const emailing: PurchaseOrder['emailing'] = this.letters.isOffered ? { suggested } : null;
    const deliveries = new Map<string, OrderDelivery>();
    for (const { messageId, accepted } of emails) {
      const id = messageId.toHexString();
      const status = statuses.get(id) ?? outcomeOf(accepted);
      if (status !== null) deliveries.set(id, status === 'dropped' ? 'failed' : status);
    }
    return { emailing, deliveries };
  }
}

/** What became of an email that the outbox no longer has. One that no mail host accepted was given up or dropped. */
function outcomeOf(accepted: boolean | undefined): OrderDelivery | null {
  if (accepted === undefined) return null;
  return accepted ? 'sent' : 'failed';
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
