import { CODE_MINUTES, type MessageChannel, type Notification, plural, RESET_LINK_MINUTES } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/time/clock';
import { Notices } from '../notifications/notifications.port';
import { type Account, StaffPort } from '../staff/staff.port';
import { AddressRepository } from './address.repository';
import { Browsers } from './browsers';
import { type GatewayMessage, MessageGateway } from './gateway';
import { codeContent, noticeContent } from './gateway-message';
import { describeAccount, newLinkToken } from './link-secrets';
import { MessageLinks } from './message-links';
import type { Mail } from './mail-host';
import type { AddressRow, DeliveryRow } from './message.document';
import { isWanted, withAllChannels } from './outbox';
import { PhoneChannel } from './phone-channel';
import type { PushContent } from './push-services';
import { ResetLinkRepository } from './reset-link.repository';

const CONFIRMATION_HOURS = 24;
/** More than a person reads in an email; the rest is in the product. */
const LISTED_IN_DIGEST = 20;

/** What is to be done with a message that is due. */
type Composed =
  | { kind: 'drop'; reason: string }
  | { kind: 'later'; at: Date }
  | { kind: 'join-digest'; at: Date }
  | { kind: 'close-digest' }
  | { kind: 'browsers'; browsers: AddressRow[] }
  | { kind: 'mail'; address: AddressRow | null; mail: Mail }
  | { kind: 'push'; address: AddressRow; push: PushContent }
  | { kind: 'gateway'; address: AddressRow; message: GatewayMessage };

const drop = (reason: string): Composed => ({ kind: 'drop', reason });

/**
 * Decides what a message says at the moment when it is sent, and whether it still is to be sent: not if its notification
 * has been read or its cause was decided, the person has left or turned it off, or the address is not confirmed.
 */
@Injectable()
export class Composer {
  constructor(
    private readonly staff: StaffPort,
    private readonly notices: Notices,
    private readonly addresses: AddressRepository,
    private readonly browsers: Browsers,
    private readonly phones: PhoneChannel,
    private readonly gateway: MessageGateway,
    private readonly resetLinks: ResetLinkRepository,
    private readonly links: MessageLinks,
    private readonly clock: Clock,
  ) {}

  async compose(delivery: DeliveryRow): Promise<Composed> {
    // Rows from before there were letters have none.
    if (delivery.letter)
      return { kind: 'mail', address: null, mail: { ...delivery.letter, id: delivery._id.toHexString() } };
    const account = await this.findAccount(delivery);
    if (account?.status !== 'active') return drop('There is no active account');
    switch (delivery.purpose) {
      case 'notice':
        return this.composeNotice(delivery, account);
      case 'digest':
        return this.composeDigest(delivery, account);
      case 'confirmation':
        return delivery.channel === 'gateway'
          ? this.composeCode(delivery, account)
          : this.composeConfirmation(delivery, account);
      case 'password_reset':
        return this.composePasswordReset(delivery, account);
      case 'purchase_order':
        return drop('Nothing left to send');
    }
  }

  private async findAccount({ recipientId, email }: DeliveryRow): Promise<Account | null> {
    if (email !== null) return this.staff.accountByEmail(email);
    return recipientId && this.staff.account(recipientId.toHexString());
  }

  private async composeNotice(delivery: DeliveryRow, account: Account): Promise<Composed> {
    const { channel, notificationIds, addressId } = delivery;
    const [notification] = await this.notices.findUnread(account, notificationIds);
    if (!notification) return drop('Read or decided before it was sent');
    const { messages } = account.preferences;
    if (!this.isWanted(account, channel, notification)) return drop('Turned off before it was sent');
    if (channel === 'email' && messages?.email[notification.type] === 'digest') {
      return { kind: 'join-digest', at: await this.notices.nextTime(account, messages.digestTime) };
    }
    const quietUntil = notification.priority === 'urgent' ? null : await this.notices.quietUntil(account);
    if (quietUntil) return { kind: 'later', at: quietUntil };
    if (channel === 'email') return this.mailTo(account, this.noticeMail(delivery, notification));
    if (channel === 'gateway') return this.noticeToPhone(delivery, account, notification);
    if (addressId === null) {
      const all = await this.browsers.of(account._id.toHexString());
      const browsers = all.filter(({ confirmedAt }) => confirmedAt);
      return browsers.length > 0 ? { kind: 'browsers', browsers } : drop('No browser receives push messages');
    }
    const address = await this.browsers.find(addressId);
    if (!address?.userId.equals(account._id)) return drop('The browser was removed');
    if (!address.confirmedAt) return drop('The person is no longer signed in there');
    return { kind: 'push', address, push: this.pushOf(notification, messages?.pushDetails ?? false) };
  }

  private async composeDigest(delivery: DeliveryRow, account: Account): Promise<Composed> {
    const quietUntil = await this.notices.quietUntil(account);
    if (quietUntil) return { kind: 'later', at: quietUntil };
    // Judged once nothing can join it, or what joins in the meantime would be dropped with the rest.
    if (delivery.isOpen) return { kind: 'close-digest' };
    const unread = await this.notices.findUnread(account, delivery.notificationIds);
    // Also of types that have since been switched to be sent at once: no other message contains them.
    const wanted = unread.filter((notification) => this.isWanted(account, 'email', notification));
    if (wanted.length === 0) return drop('Everything was read or turned off before it was sent');
    const listed = wanted.slice(-LISTED_IN_DIGEST);
    const more = wanted.length - listed.length;
    const unsubscribe = this.links.unsubscribe(account._id.toHexString());
    return this.mailTo(account, {
      id: delivery._id.toHexString(),
      subject: plural(wanted.length, '1 unread notification', `${wanted.length} unread notifications`),
      paragraphs: more > 0 ? [`The latest ${listed.length} are listed here.`] : [],
      entries: listed.map(({ title, message }) => ({ title, text: message })),
      button: { label: 'Open notifications', url: this.links.to('/notifications') },
      notes: [`Stop these digests: ${unsubscribe.page}`, this.settingsNote],
      unsubscribeUrl: unsubscribe.oneClick,
    });
  }

  private noticeMail({ _id }: DeliveryRow, { title, message, actionUrl, actionLabel }: Notification) {
    return {
      id: _id.toHexString(),
      subject: title,
      paragraphs: [message],
      button: { label: actionLabel ?? 'Open', url: this.links.to(actionUrl ?? '/notifications') },
      notes: [this.settingsNote],
    };
  }

  private get settingsNote(): string {
    return `Choose what you get by email: ${this.links.to('/settings/notifications')}`;
  }

  /** Lock screens show neither names nor amounts unless the person has allowed it. */
  private pushOf({ _id, title, message, actionUrl }: Notification, details: boolean): PushContent {
    return {
      notificationId: _id,
      title: details ? title : 'Shifa MS',
      body: details ? message : 'You have a new notification',
      path: actionUrl ?? '/notifications',
    };
  }

  private async noticeToPhone({ _id }: DeliveryRow, account: Account, notification: Notification): Promise<Composed> {
    const address = await this.phones.of(account);
    if (!address?.confirmedAt) return drop("The phone number isn't confirmed");
    const { gatewayDetails } = withAllChannels(account.preferences.messages);
    const content = noticeContent(notification, gatewayDetails, (path) => this.links.to(path));
    return this.toPhone(address, { id: _id.toHexString(), ...content });
  }

  private async composeCode({ _id, createdAt }: DeliveryRow, account: Account): Promise<Composed> {
    // No one is waiting for it any longer.
    const age = this.clock.now().getTime() - createdAt.getTime();
    if (age > CODE_MINUTES * 60_000) return drop('The code has expired');
    const made = await this.phones.newCode(account);
    if (!made) return drop('The phone number has changed');
    return this.toPhone(made.address, { id: _id.toHexString(), ...codeContent(made.code, CODE_MINUTES) });
  }

  private toPhone(address: AddressRow, message: Omit<GatewayMessage, 'to'>): Composed {
    if (!this.gateway.isOffered) return drop('The gateway is no longer set up');
    return { kind: 'gateway', address, message: { ...message, to: address.address } };
  }

  private async mailTo(account: Account, mail: Omit<Mail, 'to'>): Promise<Composed> {
    const address = await this.addresses.own(account._id.toHexString(), 'email', account.email);
    if (!address?.confirmedAt) return drop("The email address isn't confirmed");
    return { kind: 'mail', address, mail: { ...mail, to: account.email } };
  }

  private async composeConfirmation({ _id }: DeliveryRow, { _id: userId, name, email }: Account): Promise<Composed> {
    const { token, tokenHash } = newLinkToken();
    const now = this.clock.now();
    const tokenExpiresAt = new Date(now.getTime() + CONFIRMATION_HOURS * 3_600_000);
    const id = userId.toHexString();
    await this.addresses.save(id, { channel: 'email', address: email, tokenHash, tokenExpiresAt }, now);
    const address = await this.addresses.own(id, 'email', email);
    if (!address) return drop('The email address has changed');
    const mail = {
      to: email,
      id: _id.toHexString(),
      subject: 'Confirm your email address',
      paragraphs: [`${name}, confirm that Shifa MS may send notifications to this address.`],
      button: { label: 'Confirm address', url: this.links.to(`/confirm-email#${token}`) },
      notes: [
        `The link works for ${CONFIRMATION_HOURS} hours. If you didn't ask for it, ignore this email, and you won't receive another.`,
      ],
    };
    return { kind: 'mail', address, mail };
  }

  private async composePasswordReset({ _id }: DeliveryRow, account: Account): Promise<Composed> {
    const { token, tokenHash } = newLinkToken();
    const expiresAt = new Date(this.clock.now().getTime() + RESET_LINK_MINUTES * 60_000);
    const composed = await this.mailTo(account, {
      id: _id.toHexString(),
      subject: 'Reset your password',
      paragraphs: [`${account.name}, set a new password for your account with this link.`],
      button: { label: 'Set a new password', url: this.links.to(`/reset-password#${token}`) },
      notes: [
        `The link works once and for ${RESET_LINK_MINUTES} minutes. If you didn't ask for it, ignore this email: your password stays as it is.`,
      ],
    });
    if (composed.kind === 'mail') {
      await this.resetLinks.save({ _id: account._id, tokenHash, madeFor: describeAccount(account), expiresAt });
    }
    return composed;
  }

  private isWanted(account: Account, channel: MessageChannel, { type }: Notification): boolean {
    return !this.notices.isMuted(account, type) && isWanted(account.preferences.messages, channel, type);
  }
}
