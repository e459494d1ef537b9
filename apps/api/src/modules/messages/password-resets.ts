import type { ResetPasswordBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/domain/domain-error';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { PasswordHasher, PersonSessions } from '../access/access.port';
import { Notices } from '../notifications/notifications.port';
import { StaffPort, toActor } from '../staff/staff.port';
import { describeAccount, hashSecret } from './link-secrets';
import { MailHost } from './mail-host';
import { MessageLimits } from './message-limits';
import { Outbox } from './outbox';
import { ResetLinkRepository } from './reset-link.repository';

/** Lets people who have forgotten their password set a new one by the link of an email. */
@Injectable()
export class PasswordResets {
  constructor(
    private readonly staff: StaffPort,
    private readonly links: ResetLinkRepository,
    private readonly sessions: PersonSessions,
    private readonly passwords: PasswordHasher,
    private readonly notices: Notices,
    private readonly outbox: Outbox,
    private readonly mailHost: MailHost,
    private readonly limits: MessageLimits,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  offer(): { byEmail: boolean } {
    return { byEmail: this.mailHost.isOffered };
  }

  /**
   * Does the same for known and unknown addresses: the account is looked up when the message is sent, so neither the
   * answer nor its time tells whether there is one.
   * @throws DomainError CHANNEL_NOT_OFFERED, TOO_MANY_MESSAGES.
   */
  async request(email: string, ipAddress: string): Promise<void> {
    if (!this.mailHost.isOffered) throw new DomainError('CHANNEL_NOT_OFFERED');
    const address = email.toLowerCase();
    await this.limits.countReset(address, ipAddress);
    await this.outbox.add({ purpose: 'password_reset', channel: 'email', email: address });
  }

  /** Ends all sessions. A second factor stays. @throws DomainError LINK_INVALID. */
  async complete({ token, newPassword }: ResetPasswordBody, ipAddress: string): Promise<void> {
    const tokenHash = hashSecret(token);
    // Before the expensive hash: a guessed link costs nothing.
    if (!(await this.links.findValid(tokenHash, this.clock.now()))) throw new DomainError('LINK_INVALID');
    const passwordHash = await this.passwords.hash(ipAddress, newPassword);
    await this.unitOfWork.run(async () => {
      // Of two uses at once, the later one is repeated and finds no link.
      const link = await this.links.findValid(tokenHash, this.clock.now());
      const account = link && (await this.staff.account(link._id.toHexString()));
      if (account?.status !== 'active' || link?.madeFor !== describeAccount(account))
        throw new DomainError('LINK_INVALID');
      const owner = toActor(account, { sessionId: '' }, this.clock.now());
      await this.staff.setPassword(owner, account, passwordHash);
      await this.sessions.endAll([owner.userId]);
      await this.notices.send({
        actor: null,
        to: [account],
        laboratoryId: account.laboratoryId,
        type: 'system',
        priority: 'high',
        title: 'Password reset by email',
        message: "Your password was reset with a link that was sent to you. If it wasn't you, tell an administrator.",
        action: { label: 'View profile', path: '/profile' },
      });
    });
  }
}
