import {
  defaultMessagePreferences,
  type MessageChannel,
  messageChannels,
  type MessagePreferences,
  type NotificationType,
} from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents, eventKind } from '../../platform/events/domain-events';
import { newId, type ObjectId } from '../../platform/domain/object-id';
import { Clock } from '../../platform/time/clock';
import { noticesSent, type NoticesSent } from '../notifications/notifications.port';
import { DeliveryRepository } from './delivery.repository';
import { MessageGateway } from './gateway';
import { MailHost } from './mail-host';
import type { DeliveryRow } from './message.document';
import { PushServices } from './push-services';

/** How long a message and what became of it are kept. */
const KEPT_MS = 30 * 86_400_000;

/** Raised in the transaction that marks an email about a document as accepted by the mail host. */
export const letterAccepted = eventKind<{ messageId: ObjectId; causeId: ObjectId }>('letter.accepted');

/** Later events of a group are part of the first message, if they happen within this time. */
const GROUP_WAIT_MS = 30_000;

/** Records what is to be sent, in the transaction of its cause, so that neither exists without the other. */
@Injectable()
export class Outbox implements OnModuleInit {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly mailHost: MailHost,
    private readonly push: PushServices,
    private readonly gateway: MessageGateway,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.within(noticesSent, (sent) => this.announce(sent));
  }

  async add(message: Pick<DeliveryRow, 'purpose' | 'channel'> & Partial<DeliveryRow>): Promise<void> {
    await this.deliveries.insertMany([newDelivery(message, this.clock.now())]);
  }

  /** Joins the digest of the person, to be sent at the given time. */
  async addToDigest(recipientId: ObjectId | null, notificationIds: ObjectId[], nextAt: Date): Promise<void> {
    const digest = { purpose: 'digest', channel: 'email', recipientId, notificationIds, nextAt, isOpen: true } as const;
    await this.deliveries.addToDigest(newDelivery(digest, this.clock.now()));
  }

  private async announce({ rows, recipients }: NoticesSent): Promise<void> {
    const now = this.clock.now();
    const preferencesOf = new Map(recipients.map(({ _id, preferences }) => [_id.toHexString(), preferences.messages]));
    const messages = rows.flatMap(({ _id, recipientId, type, group }) =>
      messageChannels
        .filter(
          (channel) => this.offers(channel) && isWanted(preferencesOf.get(recipientId.toHexString()), channel, type),
        )
        .map((channel) => {
          const nextAt = group === null ? now : new Date(now.getTime() + GROUP_WAIT_MS);
          return newDelivery({ purpose: 'notice', channel, recipientId, notificationIds: [_id], nextAt }, now);
        }),
    );
    if (messages.length > 0) await this.deliveries.insertMany(messages);
  }

  private offers(channel: MessageChannel): boolean {
    return { email: this.mailHost, push: this.push, gateway: this.gateway }[channel].isOffered;
  }
}

/** Whether the person gets notifications of the type by the channel, at once or in a digest. */
export function isWanted(
  preferences: MessagePreferences | undefined,
  channel: MessageChannel,
  type: NotificationType,
): boolean {
  if (!preferences) return false;
  const { email, [channel === 'email' ? 'push' : channel]: types } = withAllChannels(preferences);
  return channel === 'email' ? email[type] !== undefined : types.includes(type);
}

/** Older preferences lack newer channels. */
export function withAllChannels(preferences: MessagePreferences | undefined): MessagePreferences {
  return { ...defaultMessagePreferences, ...preferences };
}

/** A waiting message, due now. */
export function newDelivery(
  message: Pick<DeliveryRow, 'purpose' | 'channel'> & Partial<DeliveryRow>,
  now: Date,
): DeliveryRow {
  return {
    _id: newId(),
    recipientId: null,
    notificationIds: [],
    isOpen: false,
    addressId: null,
    email: null,
    letter: null,
    status: 'waiting',
    nextAt: now,
    attempts: 0,
    error: null,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + KEPT_MS),
    ...message,
  };
}
