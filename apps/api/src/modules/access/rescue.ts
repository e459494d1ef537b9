import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { StaffPort } from '../staff/staff.port';
import { PersonSessions } from './person-sessions';
import { SecondFactorResets } from './second-factor/second-factor-resets';
import { TemporaryPasswords } from './temporary-passwords';

/** The way back in for a super admin whom no one else can help, from the server itself. */
@Injectable()
export class Rescue {
  constructor(
    private readonly staff: StaffPort,
    private readonly sessions: PersonSessions,
    private readonly resets: SecondFactorResets,
    private readonly passwords: TemporaryPasswords,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Ends all sessions and removes the second factor. Audited as an act of the system.
   * @returns a temporary password; undefined if no active super admin has the email address.
   */
  async rescue(email: string): Promise<string | undefined> {
    const { password, passwordHash } = await this.passwords.make('rescue');
    return this.unitOfWork.run(async () => {
      const account = await this.staff.accountByEmail(email);
      if (account?.status !== 'active' || account.role !== 'super_admin') return undefined;
      await this.staff.issuePassword(account, passwordHash);
      await this.resets.removeAll(account, null);
      await this.sessions.endAll([account._id.toHexString()]);
      return password;
    });
  }
}
