import type { Page, PermissionOverrides, Preferences } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/http/actor';
import { LabScope } from '../../platform/mongo/lab-scope';
import { newId, objectId } from '../../platform/mongo/object-id';
import { searchFilter } from '../../platform/mongo/search-words';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { accountChanged, userUpdated } from './staff.events';
import { derivedFields } from './staff.mapper';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

export type { UserRow as Account } from './user.document';
export { accountChanged } from './staff.events';
export { toStaffOption } from './staff.mapper';
export { lockOf, mustManage } from './person-lock';

export type NewSuperAdmin = { name: string; email: string; passwordHash: string };
export type LaboratoryPage = { laboratoryId: string; page: number; limit: number; search?: string };
export type OverridesChange = { person: UserRow; overrides: PermissionOverrides };

/** What other modules may ask of the people: their accounts, by the system and not on anybody's behalf. */
@Injectable()
export class StaffPort {
  private readonly everywhere = LabScope.everywhere();

  constructor(
    private readonly users: UserRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async account(userId: string): Promise<UserRow | null> {
    return this.users.findById(this.everywhere, userId);
  }

  async accountByEmail(email: string): Promise<UserRow | null> {
    return this.users.findOne(this.everywhere, { email: email.toLowerCase() });
  }

  async hasAnyone(): Promise<boolean> {
    return (await this.users.findOne(this.everywhere, {})) !== null;
  }

  /** One person, or `null` when there is none within the scope. */
  async findPerson(scope: LabScope, userId: string): Promise<UserRow | null> {
    return this.users.findById(scope, userId);
  }

  /** Those of the people who are within the scope, in no order; who is missing is not there. */
  async findPeople(scope: LabScope, userIds: readonly string[]): Promise<UserRow[]> {
    return this.users.find(scope, { _id: { $in: userIds.map(objectId) } }, { limit: userIds.length });
  }

  /** A page of a laboratory's people who have not exited, by name. */
  async pageOfLaboratory(
    scope: LabScope,
    { laboratoryId, page, limit, search }: LaboratoryPage,
  ): Promise<Page<UserRow>> {
    const filter = {
      laboratoryId: objectId(laboratoryId),
      status: { $in: ['active', 'suspended'] },
      ...searchFilter('searchWords', search),
    };
    return this.users.page(scope, { filter, sort: { sortName: 1 }, page, limit });
  }

  /**
   * Puts overrides in the place of those that each person has, at the version that was read, in one transaction with
   * their audit rows. Whether the actor may is the caller's to have checked.
   * @returns the people as they are afterwards, in the same order; `null`, with nothing written, when someone else
   * changed one of them meanwhile and no transaction of the caller's was under way (within one, undo it).
   */
  async updatePermissionOverrides(
    actor: Actor,
    scope: LabScope,
    changes: readonly OverridesChange[],
  ): Promise<UserRow[] | null> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const writes = changes.map(({ person, overrides }) => ({
        row: person,
        changes: { permissionOverrides: overrides, updatedBy: actor.name },
      }));
      if (!(await this.users.updateEachAt(scope, writes, now))) return null;
      const after = writes.map(({ row, changes: fields }): UserRow => {
        return { ...row, ...fields, version: row.version + 1, updatedAt: now };
      });
      const pairs = writes.map(({ row }, place) => ({ before: row, after: after[place] ?? row }));
      await this.audit.record(
        ...pairs.map((pair) => ({
          actor,
          action: 'permissions.changed',
          entity: 'user',
          entityId: pair.after._id,
          laboratoryId: pair.after.laboratoryId,
          ...pair,
        })),
      );
      for (const pair of pairs) {
        await this.unitOfWork.raise(accountChanged, { userId: pair.after._id.toHexString() });
        await this.unitOfWork.raise(userUpdated, { actor, ...pair });
      }
      return after;
    });
  }

  /** How a person likes the screens: no change of the person, so that version and history stay as they are. */
  async savePreferences(userId: string, preferences: Preferences): Promise<void> {
    await this.users.savePreferences(userId, preferences);
  }

  async recordLogin(userId: string): Promise<void> {
    await this.users.recordLogin(userId, this.clock.now());
  }

  /**
   * A person's own new password, within the transaction of the caller.
   * @returns the account as it is afterwards, or `null` when someone else changed it meanwhile.
   */
  async setPassword(actor: Actor, account: UserRow, passwordHash: string): Promise<UserRow | null> {
    const changes = { passwordHash, mustChangePassword: false, updatedBy: actor.name };
    const id = account._id.toHexString();
    const after = await this.users.updateAt(this.everywhere, id, account.version, changes, this.clock.now());
    // Screens that show the person stand at the version before, and say that the password is pending.
    if (after) await this.unitOfWork.raise(userUpdated, { actor, before: account, after });
    return after;
  }

  async createSuperAdmin({ name, email, passwordHash }: NewSuperAdmin): Promise<UserRow> {
    const now = this.clock.now();
    const person = { name, email: email.toLowerCase(), employeeCode: 'HQ-0001', phone: null };
    return this.users.insert({
      _id: newId(),
      ...person,
      role: 'super_admin',
      department: null,
      designation: null,
      laboratoryId: null,
      employmentType: 'permanent',
      joiningDate: businessDay(now, NETWORK_TIMEZONE),
      exitDate: null,
      exitReason: null,
      shift: null,
      emergencyContact: null,
      status: 'active',
      passwordHash,
      mustChangePassword: false,
      lastLogin: null,
      permissionOverrides: {},
      preferences: {},
      updatedBy: null,
      ...derivedFields(person),
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
  }
}
