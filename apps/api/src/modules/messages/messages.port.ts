import type { MessagePurpose } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { newId, type ObjectId } from '../../platform/domain/object-id';
import { DeliveryRepository } from './delivery.repository';
import { MailHost } from './mail-host';
import type { DeliveryRow, LetterRow } from './message.document';
import { Outbox } from './outbox';

export { letterAccepted } from './outbox';
export { RestoredMessages } from './restored-messages';

/** With `causeId`, `letterAccepted` tells when the mail host has accepted it. */
export type Letter = LetterRow & { purpose: MessagePurpose; causeId?: ObjectId };

/** Emails to people without an account, such as suppliers. */
@Injectable()
export class OutgoingEmails {
  constructor(
    private readonly outbox: Outbox,
    private readonly deliveries: DeliveryRepository,
    private readonly mailHost: MailHost,
  ) {}

  get isOffered(): boolean {
    return this.mailHost.isOffered;
  }

  /** In the transaction of its cause. Returns the id of the message. */
  async add({ purpose, causeId, ...letter }: Letter): Promise<ObjectId> {
    const _id = newId();
    await this.outbox.add({ _id, purpose, channel: 'email', letter, causeId: causeId ?? null });
    return _id;
  }

  /** Delivery status of emails, by the ids of their messages, which are kept for 30 days. */
  statusesOf(ids: readonly ObjectId[]): Promise<Map<string, DeliveryRow['status']>> {
    return this.deliveries.statusesOf(ids);
  }
}
