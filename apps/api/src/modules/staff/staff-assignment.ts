import type { Role } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { CounterRepository } from '../../platform/counters/counter.repository';
import { DomainError } from '../../platform/domain/domain-error';
import { LabScope } from '../../platform/domain/lab-scope';
import { NETWORK_DOCUMENT_ID } from '../../platform/mongo/network-document';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { LaboratoriesPort, type LaboratoryRow, laboratoryUsePolicy } from '../laboratories/laboratories.port';
import { UserRepository } from './user.repository';

/** Taken by every change that assigns people to a laboratory; see `LaboratoryFactSource.lock`. */
export const STAFF_LOCK = 'staff';
/** In the employee codes of people who belong to the network. */
export const NETWORK_PREFIX = 'HQ';

/** Which laboratory a person is assigned to, their employee code there, and who is left to manage the network. */
@Injectable()
export class StaffAssignment {
  constructor(
    private readonly laboratories: LaboratoriesPort,
    private readonly users: UserRepository,
    private readonly counters: CounterRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The laboratory to assign a person of the role to, `null` for a super_admin.
   * @throws DomainError LABORATORY_NOT_FOUND outside the scope; VALIDATION_FAILED where no one can be assigned.
   */
  async laboratoryFor(scope: LabScope, role: Role, laboratoryId: string | null): Promise<LaboratoryRow | null> {
    if (role === 'super_admin') return null;
    if (laboratoryId === null) throw DomainError.onField('VALIDATION_FAILED', 'laboratoryId', 'Laboratory is required');
    const laboratory = scope.reaches(laboratoryId) ? await this.laboratories.find(laboratoryId) : null;
    if (!laboratory) throw DomainError.onField('LABORATORY_NOT_FOUND', 'laboratoryId');
    this.unitOfWork.lock(STAFF_LOCK, laboratoryId);
    const refused = laboratoryUsePolicy.addPeople(laboratory);
    if (refused) throw DomainError.onField(refused.code, 'laboratoryId', refused.message);
    return laboratory;
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
   * Locks the super admins, so that two transactions cannot take the last ones away together.
   * @throws DomainError LAST_SUPER_ADMIN when no one active remains.
   */
  async assertSuperAdminRemains(leaving: readonly string[]): Promise<void> {
    this.unitOfWork.lock('super-admins', NETWORK_DOCUMENT_ID);
    if (!(await this.superAdminRemains(leaving))) throw new DomainError('LAST_SUPER_ADMIN');
  }

  async superAdminRemains(leaving: readonly string[]): Promise<boolean> {
    return (await this.users.activeSuperAdminsBesides(leaving)) > 0;
  }
}

export function employeeCode(prefix: string, number: number): string {
  return `${prefix}-${String(number).padStart(4, '0')}`;
}
