import type { Role } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { CounterRepository } from '../../platform/counters/counter.repository';
import { DomainError } from '../../platform/http/domain-error';
import { LabScope } from '../../platform/mongo/lab-scope';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import { UserRepository } from './user.repository';

/** Before the numbers of those who belong to the network. */
const NETWORK_PREFIX = 'HQ';

/** Where people work, and the codes they get there. */
@Injectable()
export class StaffPlaces {
  constructor(
    private readonly laboratories: LaboratoriesPort,
    private readonly users: UserRepository,
    private readonly counters: CounterRepository,
  ) {}

  /** The laboratory of a person as it is, `null` for one of the network. */
  async of({ laboratoryId }: { laboratoryId: { toHexString(): string } | null }): Promise<LaboratoryRow | null> {
    return laboratoryId && this.laboratories.find(laboratoryId.toHexString());
  }

  /**
   * The laboratory that somebody of the role is to join, `null` for a super_admin.
   * @throws DomainError LABORATORY_NOT_FOUND outside the scope; VALIDATION_FAILED where nobody can join.
   */
  async toJoin(scope: LabScope, role: Role, laboratoryId: string | null): Promise<LaboratoryRow | null> {
    if (role === 'super_admin') return null;
    if (laboratoryId === null) throw DomainError.onField('VALIDATION_FAILED', 'laboratoryId', 'Laboratory is required');
    const laboratory = scope.reaches(laboratoryId) ? await this.laboratories.find(laboratoryId) : null;
    if (laboratory) await this.meet([laboratoryId]);
    if (!laboratory) throw DomainError.onField('LABORATORY_NOT_FOUND', 'laboratoryId');
    const closed = closedToNewcomers(laboratory);
    if (closed) throw DomainError.onField('VALIDATION_FAILED', 'laboratoryId', closed);
    return laboratory;
  }

  /**
   * Whoever joins a laboratory and whoever closes it meet here, within their transactions: of two at once the later
   * one begins again, and finds what the earlier one did.
   */
  async meet(laboratoryIds: readonly string[]): Promise<void> {
    for (const id of [...new Set(laboratoryIds)].sort()) await this.counters.take(`joining:${id}`, 1);
  }

  /**
   * So many codes in a row, such as `KOL-0042`, none of them given out before. Within the transaction of the people
   * who get them, so that none is lost.
   */
  async takeCodes(laboratory: Pick<LaboratoryRow, 'code'> | null, count: number): Promise<string[]> {
    const prefix = laboratory?.code ?? NETWORK_PREFIX;
    const first = await this.counters.take(`employee-code:${prefix}`, count, () =>
      this.users.lastEmployeeNumber(LabScope.everywhere(), prefix),
    );
    return Array.from({ length: count }, (_, place) => `${prefix}-${String(first + place).padStart(4, '0')}`);
  }

  /**
   * Those who look after the network, who are not all to go. Two changes of them at once meet here, and the later one
   * begins again with what the earlier one left.
   * @throws DomainError LAST_SUPER_ADMIN when nobody active is left but the leaving.
   */
  async keepASuperAdmin(leaving: readonly string[]): Promise<void> {
    await this.counters.take('changes of super admins', 1);
    if (await this.isLastSuperAdmin(leaving)) throw new DomainError('LAST_SUPER_ADMIN');
  }

  async isLastSuperAdmin(leaving: readonly string[]): Promise<boolean> {
    return (await this.users.activeSuperAdminsBesides(leaving)) === 0;
  }
}

/** Why nobody can join the laboratory now, in words; `null` where they can. */
export function closedToNewcomers({ name, status }: Pick<LaboratoryRow, 'name' | 'status'>): string | null {
  if (status === 'active') return null;
  return status === 'suspended'
    ? `${name} is suspended: people can join once it resumes`
    : `${name} is archived: choose another laboratory`;
}
