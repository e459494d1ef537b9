import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { type Account, StaffPort } from '../staff/staff.port';
import type { Identity } from './provider-client';
import type { MappedRole } from './role-claim';

/** Gives people the role that the provider says they have, when they sign in there. */
@Injectable()
export class ProviderRoles {
  constructor(
    private readonly staff: StaffPort,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Nothing changes where the provider says nothing of a role, nor for those who cannot sign in. Super admins keep their
   * role, and no one becomes one.
   */
  async applyRoles(account: Account, { role }: Pick<Identity, 'role'>): Promise<Account> {
    if (role === undefined || !changes(account, role)) return account;
    const userId = account._id.toHexString();
    return this.unitOfWork.exclusive('provider-roles', userId, async () => {
      // Someone else may have changed the person in the meantime.
      const current = (await this.staff.account(userId)) ?? account;
      return changes(current, role) ? this.staff.setMappedRole(current, role) : current;
    });
  }
}

function changes({ status, role: before }: Account, role: MappedRole): boolean {
  return status === 'active' && before !== 'super_admin' && before !== role;
}
