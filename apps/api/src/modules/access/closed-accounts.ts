import { managedRoles, type Role, roleLabels, roles } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/domain/domain-error';
import { isId } from '../../platform/domain/object-id';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type Account, StaffPort } from '../staff/staff.port';

/** Says to people whose account is suspended or closed what has happened and who can change it. */
@Injectable()
export class ClosedAccounts {
  constructor(
    private readonly staff: StaffPort,
    private readonly laboratories: LaboratoriesPort,
  ) {}

  /** @throws DomainError ACCOUNT_CLOSED */
  async assertOpen(userId: string): Promise<void> {
    const account = isId(userId) ? await this.staff.account(userId) : null;
    if (!account || account.status === 'active') return;
    throw new DomainError('ACCOUNT_CLOSED', { message: await this.explain(account) });
  }

  /** `Your account is suspended. Ask a lab admin of Shifa Kolkata or a super admin.` */
  async explain(account: Account): Promise<string> {
    const what = account.status === 'suspended' ? 'suspended' : 'closed';
    const laboratory = await this.laboratories.ownerOf(account);
    return `Your account is ${what}. Ask ${describeManagers(account.role, laboratory?.name)}.`;
  }
}

function describeManagers(role: Role, laboratory: string | undefined): string {
  const managers = roles.filter((other) => managedRoles(other).includes(role));
  return managers
    .toReversed()
    .map((manager) => {
      const name = `a ${roleLabels[manager].toLowerCase()}`;
      return manager === 'super_admin' || laboratory === undefined ? name : `${name} of ${laboratory}`;
    })
    .join(' or ');
}
