import { createHmac, randomInt } from 'node:crypto';
import { CODE_MINUTES } from '@shifa/contract';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { objectId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type Account, StaffPort } from '../staff/staff.port';
import { AddressRepository } from './address.repository';
import { MessageGateway } from './gateway';
import type { AddressRow } from './message.document';
import { MessageLimits } from './message-limits';
import { LINK_SETTINGS, type LinkSettings } from './message-links';
import { Outbox } from './outbox';
import { internationalNumber } from './phone-number';

/** The phone number of an account as an address of messages, which its owner confirms with a code. */
@Injectable()
export class PhoneChannel {
  constructor(
    private readonly staff: StaffPort,
    private readonly addresses: AddressRepository,
    private readonly outbox: Outbox,
    private readonly gateway: MessageGateway,
    private readonly limits: MessageLimits,
    @Inject(LINK_SETTINGS) private readonly settings: LinkSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** What is known of the number that the account has now. A number that changes is another address. */
  async of({ _id, phone }: Pick<Account, '_id' | 'phone'>): Promise<AddressRow | null> {
    const number = internationalNumber(phone);
    return number === null ? null : this.addresses.own(_id.toHexString(), 'gateway', number);
  }

  /** @throws DomainError CHANNEL_NOT_OFFERED, PHONE_UNUSABLE, TOO_MANY_MESSAGES. */
  async requestCode(actor: Actor): Promise<void> {
    this.assertOffered();
    const account = await this.staff.account(actor.userId);
    const number = internationalNumber(account?.phone ?? null);
    if (number === null) throw new DomainError('PHONE_UNUSABLE');
    await this.limits.countCode(actor.userId, number);
    const recipientId = objectId(actor.userId);
    await this.outbox.add({ purpose: 'confirmation', channel: 'gateway', recipientId });
  }

  /** A new code for the number, which replaces the one before. Only its hash is stored. */
  async newCode({ _id, phone }: Account): Promise<{ address: AddressRow; code: string } | null> {
    const number = internationalNumber(phone);
    if (number === null) return null;
    const [userId, now] = [_id.toHexString(), this.clock.now()];
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const tokenExpiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
    const fields = { tokenHash: this.hash(userId, number, code), tokenExpiresAt };
    await this.addresses.save(userId, { channel: 'gateway', address: number, ...fields }, now);
    const address = await this.addresses.own(userId, 'gateway', number);
    return address && { address, code };
  }

  /** @throws DomainError CHANNEL_NOT_OFFERED, CODE_WRONG, TOO_MANY_LOGINS. */
  async confirm(actor: Actor, code: string): Promise<void> {
    this.assertOffered();
    await this.limits.attemptCode(actor.userId, () => this.unitOfWork.run(() => this.confirmWithin(actor, code)));
  }

  private async confirmWithin(actor: Actor, code: string): Promise<void> {
    const now = this.clock.now();
    const account = await this.staff.account(actor.userId);
    const number = internationalNumber(account?.phone ?? null);
    const hash = this.hash(actor.userId, number ?? '', code);
    const before = number === null ? null : await this.addresses.confirmNumber(actor.userId, number, hash, now);
    if (!account || !before) throw DomainError.onField('CODE_WRONG', 'code');
    const { _id, laboratoryId } = account;
    const what = { entity: 'user', entityId: _id, laboratoryId, before: null, after: null } as const;
    if (before.confirmedAt === null) await this.audit.record({ actor, action: 'phone.confirmed', ...what });
  }

  private assertOffered(): void {
    if (!this.gateway.isOffered) throw new DomainError('CHANNEL_NOT_OFFERED');
  }

  /** With a key, because six digits are soon guessed by those who can read the database; of one person and number. */
  private hash(userId: string, number: string, code: string): string {
    const text = ['phone code', userId, number, code].join('\n');
    return createHmac('sha256', this.settings.secret).update(text).digest('base64url');
  }
}
