import { setTimeout } from 'node:timers/promises';
import { type MessageChannel, messageChannels } from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { Job } from '../../platform/observability/job';
import { type MessageAttempt, messageAttempts } from '../../platform/observability/observed';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { AddressRepository } from './address.repository';
import { Composer } from './composer';
import { DeliveryRepository } from './delivery.repository';
import { MessageGateway } from './gateway';
import { MailHost, RefusedForGood } from './mail-host';
import type { AddressRow, DeliveryRow } from './message.document';
import { letterAccepted, newDelivery, Outbox } from './outbox';
import { PushServices, SubscriptionEnded } from './push-services';

const MINUTE_MS = 60_000;

/** What passes after each failed attempt before the next one; after the last one, a message is given up. */
export const RETRY_MINUTES = [1, 5, 30, 120, 360];

/** Longer than sending takes. A process that dies in the meantime leaves the message to another one after this time. */
const CLAIM_MS = 5 * MINUTE_MS;

/** Who never answers, whatever the channel, stops no other message: all of a channel wait for one another. */
const SEND_MS = 3 * MINUTE_MS;

const AT_ONCE = 4;
const GIVEN_UP = 'Each attempt to send it was interrupted';

const PER_ROUND = 50;
/** So that a run ends; the next one goes on. */
const ROUNDS = 10;

/**
 * Sends what is in the outbox. A message is marked after the other side has accepted it: if the process dies in
 * between, the message is sent again, and carries the same id.
 */
@Injectable()
export class DeliveryWorker {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly running = new Map<MessageChannel, Promise<void>>();

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly addresses: AddressRepository,
    private readonly composer: Composer,
    private readonly outbox: Outbox,
    private readonly mailHost: MailHost,
    private readonly push: PushServices,
    private readonly gateway: MessageGateway,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  @Job('messages', { everyMs: 5_000 })
  async run(): Promise<void> {
    // A slow mail host does not make runs pile up, and holds up no other channel.
    const runs = messageChannels.map((channel) => {
      const running = this.running.get(channel) ?? this.sendDueBy(channel).finally(() => this.running.delete(channel));
      this.running.set(channel, running);
      return running;
    });
    await Promise.all(runs);
  }

  /** Sends what is due. Several at once, in this process or in others, share the work. */
  async sendDue(): Promise<void> {
    await Promise.all(messageChannels.map((channel) => this.sendDueBy(channel)));
  }

  private async sendDueBy(channel: MessageChannel): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const due = await this.deliveries.due(channel, this.clock.now(), PER_ROUND);
      if (due.length === 0) return;
      const sendNext = async (): Promise<void> => {
        for (let next = due.shift(); next; next = due.shift()) await this.send(next);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
    }
  }

  private async send(due: DeliveryRow): Promise<void> {
    const now = this.clock.now();
    const claimed = await this.deliveries.claim(due, now, new Date(now.getTime() + CLAIM_MS));
    if (!claimed) return;
    // Each process that tried to send it ended before it knew the result.
    const isGivenUp = claimed.attempts > RETRY_MINUTES.length + 1;
    const handled = isGivenUp ? this.settle(claimed, { status: 'failed', error: GIVEN_UP }) : this.handle(claimed);
    await handled.catch((error: unknown) => this.logger.error(error));
  }

  private async handle(delivery: DeliveryRow): Promise<void> {
    const composed = await this.composer.compose(delivery);
    switch (composed.kind) {
      case 'drop':
        return this.settle(delivery, { status: 'dropped', isOpen: false, error: composed.reason });
      case 'later':
        return this.settle(delivery, { nextAt: composed.at, attempts: 0 });
      case 'close-digest':
        return this.settle(delivery, { isOpen: false, nextAt: this.clock.now(), attempts: 0 });
      case 'join-digest':
        return this.unitOfWork.run(async () => {
          await this.outbox.addToDigest(delivery.recipientId, delivery.notificationIds, composed.at);
          await this.settle(delivery, { status: 'dropped', error: 'Part of a digest' });
        });
      case 'browsers':
        return this.unitOfWork.run(async () => {
          const { purpose, channel, recipientId, notificationIds } = delivery;
          const each = { purpose, channel, recipientId, notificationIds };
          const now = this.clock.now();
          await this.deliveries.insertMany(
            composed.browsers.map(({ _id }) => newDelivery({ ...each, addressId: _id }, now)),
          );
          await this.settle(delivery, { status: 'dropped', error: 'Sent to each browser' });
        });
      case 'mail':
        return this.attempt(delivery, composed.address, () => this.mailHost.send(composed.mail));
      case 'push':
        return this.attempt(delivery, composed.address, () => this.push.send(composed.address, composed.push));
      case 'gateway':
        return this.attempt(delivery, composed.address, () => this.gateway.send(composed.message));
    }
  }

  private async attempt(delivery: DeliveryRow, address: AddressRow | null, send: () => Promise<string>): Promise<void> {
    try {
      await Promise.race([send(), timedOut(SEND_MS)]);
    } catch (error) {
      return this.failed(delivery, address, error as Error);
    }
    await this.accepted(delivery);
    publish(delivery, 'sent');
    if (address) await this.addresses.accepted(address._id, this.clock.now());
  }

  private async accepted(delivery: DeliveryRow): Promise<void> {
    const { _id: messageId, causeId } = delivery;
    const sent = { status: 'sent', error: null } as const;
    if (!causeId) return this.settle(delivery, sent);
    await this.unitOfWork.run(async () => {
      const isSettled = await this.deliveries.settle(delivery, { ...sent, updatedAt: this.clock.now() });
      if (isSettled) await this.unitOfWork.raise(letterAccepted, { messageId, causeId });
    });
  }

  private async failed(delivery: DeliveryRow, address: AddressRow | null, error: Error): Promise<void> {
    if (address && error instanceof SubscriptionEnded) {
      await this.addresses.remove(address._id);
      return this.settle(delivery, { status: 'dropped', error: error.message });
    }
    const isBroken = delivery.channel === 'gateway' && error instanceof RefusedForGood;
    if (address) await this.addresses[isBroken ? 'broken' : 'refused'](address._id, error.message);
    const { attempts, _id } = delivery;
    const wait = error instanceof RefusedForGood ? undefined : RETRY_MINUTES[attempts - 1];
    this.logger.warn(`Message ${_id.toHexString()} was refused (attempt ${attempts})`);
    publish(delivery, wait === undefined ? 'failed' : 'postponed');
    if (wait === undefined) return this.settle(delivery, { status: 'failed', error: error.message });
    const nextAt = new Date(this.clock.now().getTime() + wait * MINUTE_MS);
    return this.settle(delivery, { nextAt, error: error.message });
  }

  private async settle(delivery: DeliveryRow, changes: Partial<DeliveryRow>): Promise<void> {
    await this.deliveries.settle(delivery, { ...changes, updatedAt: this.clock.now() });
  }
}

async function timedOut(milliseconds: number): Promise<never> {
  await setTimeout(milliseconds, undefined, { ref: false });
  throw new Error("The other side didn't answer in time");
}

function publish({ channel }: DeliveryRow, outcome: MessageAttempt['outcome']): void {
  if (messageAttempts.hasSubscribers) messageAttempts.publish({ channel, outcome } satisfies MessageAttempt);
}
