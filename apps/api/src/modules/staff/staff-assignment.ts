import type { Role } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { CounterRepository } from '../../platform/counters/counter.repository';
import { DomainError } from '../../platform/http/domain-error';
import { LabScope } from '../../platform/mongo/lab-scope';
import { LaboratoriesPort, type LaboratoryRow, laboratoryUsePolicy } from '../laboratories/laboratories.port';
import { UserRepository } from './user.repository';

/** In the employee codes of people who belong to the network. */
export const NETWORK_PREFIX = 'HQ';

/** Which laboratory a person is assigned to, their employee code there, and who is left to manage the network. */
@Injectable()
export class StaffAssignment {
  constructor(
    private readonly laboratories: LaboratoriesPort,
    private readonly users: UserRepository,
    private readonly counters: CounterRepository,
  ) {}

  /**
   * The laboratory to assign a person of the role to, `null` for a super_admin.
   * @throws DomainError LABORATORY_NOT_FOUND outside the scope; VALIDATION_FAILED where nobody can be assigned.
   */
  async laboratoryFor(scope: LabScope, role: Role, laboratoryId: string | null): Promise<LaboratoryRow | null> {
    if (role === 'super_admin') return null;
    if (laboratoryId === null) throw DomainError.onField('VALIDATION_FAILED', 'laboratoryId', 'Laboratory is required');
    const laboratory = scope.reaches(laboratoryId) ? await this.laboratories.find(laboratoryId) : null;
    if (!laboratory) throw DomainError.onField('LABORATORY_NOT_FOUND', 'laboratoryId');
    await this.serializeOn([laboratoryId]);
    const refused = laboratoryUsePolicy.addPeople(laboratory);
    if (refused) throw DomainError.onField(refused.code, 'laboratoryId', refused.message);
    return laboratory;
  }

  /**
   * Makes transactions that assign people to a laboratory and the one that closes it run one after the other: a later
   * one starts again and sees what the earlier one wrote.
   */
  async serializeOn(laboratoryIds: readonly string[]): Promise<void> {
    for (const id of [...new Set(laboratoryIds)].sort()) await this.counters.take(`joining:${id}`, 1);
  }

  /**
   * Consecutive unused codes, such as `KOL-0042`. Must run in the transaction that creates the people, so that no code
   * is lost.
   */
  async takeEmployeeCodes(laboratory: Pick<LaboratoryRow, 'code'> | null, count: number): Promise<string[]> {
    const prefix = laboratory?.code ?? NETWORK_PREFIX;
    const first = await this.counters.take(`employee-code:${prefix}`, count, () =>
      this.users.lastEmployeeNumber(LabScope.everywhere(), prefix),
    );
    return Array.from({ length: count }, (_, index) => employeeCode(prefix, first + index));
  }

  /**
   * Transactions that take super admins away run one after the other, so that they cannot take the last one together.
   * @throws DomainError LAST_SUPER_ADMIN when nobody active remains.
   */
  async assertSuperAdminRemains(leaving: readonly string[]): Promise<void> {
    await this.counters.take('changes of super admins', 1);
    if (!(await this.superAdminRemains(leaving))) throw new DomainError('LAST_SUPER_ADMIN');
  }

  async superAdminRemains(leaving: readonly string[]): Promise<boolean> {
    return (await this.users.activeSuperAdminsBesides(leaving)) > 0;
  }
}

export function employeeCode(prefix: string, number: number): string {
  return `${prefix}-${String(number).padStart(4, '0')}`;
}
