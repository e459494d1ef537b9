import {
  BROKEN_AFTER_FAILURES,
  defaultMessagePreferences,
  emailAfterConfirmation,
  type MessageAddress,
  type MessageChannel,
  type MessageChannels,
  type MessagePreferences,
  type MessagePreferencesBody,
  type SubscribeBody,
  type TestResult,
} from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import { DomainEvents } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { newId, objectId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { describeDevice, sessionsEnded } from '../access/access.port';
import { Notices } from '../notifications/notifications.port';
import { type Account, StaffPort } from '../staff/staff.port';
import { AddressRepository, MAX_BROWSERS } from './address.repository';
import { Browsers } from './browsers';
import { DeliveryRepository } from './delivery.repository';
import { MessageGateway } from './gateway';
import { testContent } from './gateway-message';
import { hashSecret } from './link-secrets';
import { MailHost, RefusedForGood } from './mail-host';
import type { AddressRow } from './message.document';
import { MessageLimits } from './message-limits';
import { MessageLinks } from './message-links';
import { Outbox, withAllChannels } from './outbox';
import { PhoneChannel } from './phone-channel';
import { internationalNumber } from './phone-number';
import { PushServices } from './push-services';

/** What reaches a person outside the product, which everyone sets up for themselves. */
@Injectable()
export class ChannelsService implements OnModuleInit {
  constructor(
    private readonly staff: StaffPort,
    private readonly addresses: AddressRepository,
    private readonly browsers: Browsers,
    private readonly deliveries: DeliveryRepository,
    private readonly notices: Notices,
    private readonly outbox: Outbox,
    private readonly mailHost: MailHost,
    private readonly push: PushServices,
    private readonly gateway: MessageGateway,
    private readonly phones: PhoneChannel,
    private readonly links: MessageLinks,
    private readonly limits: MessageLimits,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    // Who signs out, or is signed out, gets no more messages on that screen.
    this.events.within(sessionsEnded, (ended) => this.addresses.removeBrowsersOf(ended));
  }

  async get(actor: Actor): Promise<MessageChannels> {
    const account = await this.getAccount(actor);
    const email = this.mailHost.isOffered ? await this.addresses.own(actor.userId, 'email', account.email) : null;
    const browsers = await this.browsers.of(actor.userId);
    return {
      email: this.mailHost.isOffered ? { address: account.email, state: email && toAddress(email) } : null,
      push: { publicKey: this.push.publicKey, browsers: browsers.map(toAddress) },
      gateway: this.gateway.isOffered ? await this.describePhone(account) : null,
      preferences: withAllChannels(account.preferences.messages),
    };
  }

  async setPreferences(actor: Actor, preferences: MessagePreferencesBody): Promise<MessageChannels> {
    await this.unitOfWork.run(async () => {
      const account = await this.getAccount(actor);
      const stored = withAllChannels(account.preferences.messages);
      const chosen = { ...stored, ...preferences };
      const messages = { ...chosen, push: [...new Set(chosen.push)], gateway: [...new Set(chosen.gateway)] };
      await this.staff.saveNoticePreferences(actor.userId, { messages });
      if (messages.digestTime === stored.digestTime) return;
      await this.deliveries.moveDigest(account._id, await this.notices.nextTime(account, messages.digestTime));
    });
    return this.get(actor);
  }

  async requestCode(actor: Actor): Promise<MessageChannels> {
    await this.phones.requestCode(actor);
    return this.get(actor);
  }

  async confirmNumber(actor: Actor, code: string): Promise<MessageChannels> {
    await this.phones.confirm(actor, code);
    return this.get(actor);
  }

  /** @throws DomainError CHANNEL_NOT_OFFERED, TOO_MANY_MESSAGES. */
  async requestConfirmation(actor: Actor): Promise<MessageChannels> {
    this.assertEmailOffered();
    await this.limits.countConfirmation(actor.userId);
    const recipientId = objectId(actor.userId);
    await this.outbox.add({ purpose: 'confirmation', channel: 'email', recipientId });
    return this.get(actor);
  }

  /** @throws DomainError LINK_INVALID. */
  async confirm(token: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const address = await this.addresses.confirm(hashSecret(token), now);
      const account = address && (await this.staff.account(address.userId.toHexString()));
      // The link of an address that the account no longer has confirms nothing.
      if (account?.status !== 'active' || account.email !== address?.address) throw new DomainError('LINK_INVALID');
      if (address.confirmedAt !== null) return;
      await this.record(account, 'email.confirmed');
      // Who confirms an address wants something to be sent to it, and can choose otherwise.
      if (!account.preferences.messages) {
        const messages = { ...defaultMessagePreferences, email: emailAfterConfirmation };
        await this.staff.saveNoticePreferences(account._id.toHexString(), { messages });
      }
    });
  }

  /** @throws DomainError PUSH_SERVICE_REFUSED, TOO_MANY_BROWSERS. */
  async subscribe(
    actor: Actor,
    { endpoint, keys, onlyIfKnown }: SubscribeBody,
    userAgent: string,
  ): Promise<MessageChannels> {
    if (!this.push.accepts(endpoint)) throw DomainError.onField('PUSH_SERVICE_REFUSED', 'endpoint');
    await this.unitOfWork.exclusive('push-browsers', [actor.userId], async () => {
      const known = await this.addresses.of(actor.userId, 'push');
      const isKnown = known.some(({ address }) => address === endpoint);
      await this.addresses.takeBrowser(actor.userId, endpoint);
      if (!isKnown && onlyIfKnown) return;
      if (!isKnown && known.length >= MAX_BROWSERS) throw new DomainError('TOO_MANY_BROWSERS');
      const now = this.clock.now();
      const sessionId = objectId(actor.sessionId);
      const fields = { keys, sessionId, device: describeDevice(userAgent) };
      const chosen = onlyIfKnown ? {} : { confirmedAt: now, failures: 0, error: null };
      await this.addresses.save(actor.userId, { channel: 'push', address: endpoint, ...fields, ...chosen }, now);
      if (!isKnown) await this.record(await this.getAccount(actor), 'push.subscribed', actor);
    });
    return this.get(actor);
  }

  /** @throws DomainError BROWSER_NOT_FOUND, also for another person's browser. */
  async unsubscribeBrowser(actor: Actor, id: string): Promise<MessageChannels> {
    await this.unitOfWork.run(async () => {
      if (!(await this.addresses.removeBrowser(actor.userId, id))) throw new DomainError('BROWSER_NOT_FOUND');
      await this.record(await this.getAccount(actor), 'push.unsubscribed', actor);
    });
    return this.get(actor);
  }

  /** @throws DomainError CHANNEL_NOT_OFFERED, ADDRESS_NOT_CONFIRMED, TOO_MANY_MESSAGES. */
  async test(actor: Actor, channel: MessageChannel): Promise<TestResult> {
    if (channel === 'email') this.assertEmailOffered();
    if (channel === 'gateway' && !this.gateway.isOffered) throw new DomainError('CHANNEL_NOT_OFFERED');
    const addresses = await this.addressesOf(await this.getAccount(actor), channel);
    const confirmed = addresses.filter((address) => address?.confirmedAt != null) as AddressRow[];
    if (confirmed.length === 0) {
      const message = channel === 'gateway' ? 'Confirm the number first: enter the code that we sent to it' : undefined;
      throw new DomainError('ADDRESS_NOT_CONFIRMED', { ...(message !== undefined && { message }) });
    }
    await this.limits.countTest(actor.userId);
    const results = await Promise.all(confirmed.map((address) => this.testAddress(address)));
    return {
      accepted: results.every(({ accepted }) => accepted),
      answer: results.map(({ answer }) => answer).join('; '),
    };
  }

  /** @throws DomainError LINK_INVALID. */
  async unsubscribe(token: string): Promise<void> {
    const userId = this.links.findUnsubscriber(token);
    const account = userId === undefined ? null : await this.staff.account(userId);
    if (!account) throw new DomainError('LINK_INVALID');
    const { messages } = account.preferences;
    if (!messages) return;
    const atOnce = Object.entries(messages.email).filter(([, timing]) => timing !== 'digest');
    const email = Object.fromEntries(atOnce) as MessagePreferences['email'];
    await this.staff.saveNoticePreferences(account._id.toHexString(), { messages: { ...messages, email } });
  }

  private async testAddress(address: AddressRow): Promise<TestResult> {
    const now = this.clock.now();
    try {
      const answer = await this.sendTest(address);
      await this.addresses.accepted(address._id, now);
      return { accepted: true, answer };
    } catch (error) {
      const answer = (error as Error).message;
      const isBroken = address.channel === 'gateway' && error instanceof RefusedForGood;
      await this.addresses[isBroken ? 'broken' : 'refused'](address._id, answer);
      return { accepted: false, answer };
    }
  }

  private sendTest(address: AddressRow): Promise<string> {
    switch (address.channel) {
      case 'email':
        return this.sendTestMail(address);
      case 'push':
        return this.sendTestPush(address);
      case 'gateway':
        return this.sendTestToPhone(address);
    }
  }

  private sendTestMail({ address: to }: AddressRow): Promise<string> {
    return this.mailHost.send({
      to,
      id: newId().toHexString(),
      subject: 'Test message',
      paragraphs: ['You now receive emails from Shifa MS at this address.'],
      button: { label: 'Open Shifa MS', url: this.links.to('/') },
      notes: ['You asked for this message in Settings.'],
    });
  }

  private sendTestPush(address: AddressRow): Promise<string> {
    const text = { title: 'Test message', body: 'You now receive push messages in this browser.' };
    const path = '/settings/notifications';
    return this.push.send(address, { notificationId: newId().toHexString(), ...text, path });
  }

  private sendTestToPhone({ address: to }: AddressRow): Promise<string> {
    return this.gateway.send({ id: newId().toHexString(), to, ...testContent((path) => this.links.to(path)) });
  }

  private async addressesOf(account: Account, channel: MessageChannel): Promise<(AddressRow | null)[]> {
    const userId = account._id.toHexString();
    if (channel === 'push') return this.browsers.of(userId);
    return [
      channel === 'email' ? await this.addresses.own(userId, 'email', account.email) : await this.phones.of(account),
    ];
  }

  private async describePhone(account: Account): Promise<MessageChannels['gateway']> {
    const address = await this.phones.of(account);
    const isAwaited =
      address?.confirmedAt === null && address.tokenExpiresAt && address.tokenExpiresAt > this.clock.now();
    return {
      label: this.gateway.label,
      phone: account.phone,
      number: internationalNumber(account.phone),
      state: address && toAddress(address),
      codeUntil: isAwaited ? (address.tokenExpiresAt?.toISOString() ?? null) : null,
    };
  }

  private assertEmailOffered(): void {
    if (!this.mailHost.isOffered) throw new DomainError('CHANNEL_NOT_OFFERED');
  }

  private async getAccount(actor: Actor): Promise<Account> {
    const account = await this.staff.account(actor.userId);
    if (!account) throw new DomainError('UNAUTHENTICATED');
    return account;
  }

  /** @param actor null where the link of an email acts. */
  private async record({ _id, laboratoryId }: Account, action: string, actor: Actor | null = null): Promise<void> {
    const what = { entity: 'user', entityId: _id, laboratoryId, before: null, after: null } as const;
    await this.audit.record({ actor, action, ...what });
  }
}

function toAddress({ _id, address, device, confirmedAt, lastSentAt, failures, error }: AddressRow): MessageAddress {
  return {
    _id: _id.toHexString(),
    name: device ?? address,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    broken: failures >= BROKEN_AFTER_FAILURES ? error : null,
  };
}
