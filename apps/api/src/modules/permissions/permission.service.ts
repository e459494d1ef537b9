import {
  type BulkAnswer,
  type BulkPermissionsBody,
  type BulkResult,
  type CheckPermissionQuery,
  errorCatalogue,
  type ExplainedPermission,
  type Page,
  type Permission,
  type PermissionOverrides,
  type SetPermissionsBody,
  type UserPermissions,
  type UserPermissionsRow,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type Account, lockOf, mustManage, type OverridesChange, StaffPort, toStaffOption } from '../staff/staff.port';
import { differing, grantableTo, mustHold, withChanges } from './permission-grant';
import { explain, toChanges, toRow, toUserPermissions } from './permission.mapper';

type LaboratoryQuery = { page: number; limit: number; search?: string };

/** Who may do what: resolved from role and overrides, and changed by who holds it themself. */
@Injectable()
export class PermissionService {
  constructor(
    private readonly staff: StaffPort,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws DomainError STAFF_NOT_FOUND. */
  async user(actor: Actor, id: string): Promise<UserPermissions> {
    return this.told(actor, await this.found(actor.scope('permissions.view'), id));
  }

  /** @throws DomainError LABORATORY_NOT_FOUND, also for one that is not within reach. */
  async laboratory(actor: Actor, laboratoryId: string, query: LaboratoryQuery): Promise<Page<UserPermissionsRow>> {
    const scope = actor.scope('permissions.view');
    const reached = scope.reachesAll || scope.laboratoryId === laboratoryId;
    const laboratory = reached ? await this.laboratories.find(laboratoryId) : null;
    if (!laboratory) throw new DomainError('LABORATORY_NOT_FOUND');
    const { items, total } = await this.staff.pageOfLaboratory(scope, { laboratoryId, ...query });
    const laboratories = new Map([[laboratoryId, laboratory]]);
    return {
      items: items.map((person) =>
        toRow({ person, user: toStaffOption(person, laboratories), lockedReason: lockedReason(actor, person) }),
      ),
      total,
    };
  }

  /**
   * Whether a person may do one thing; anybody may ask about themself.
   * @throws DomainError STAFF_NOT_FOUND, also where the actor may not look at others.
   */
  async check(actor: Actor, id: string, { resource, action }: CheckPermissionQuery): Promise<ExplainedPermission> {
    const person = await this.seen(actor, id);
    if (!person) throw new DomainError('STAFF_NOT_FOUND');
    return explain(person, `${resource}.${action}` as Permission);
  }

  /**
   * Gives with `true`, takes with `false`, returns to the role's default with `null`.
   * @throws DomainError STAFF_NOT_FOUND, OWN_ACCOUNT, STAFF_BEYOND_REACH, STAFF_EXITED, VERSION_CONFLICT,
   * PERMISSION_NOT_HELD.
   */
  set(actor: Actor, id: string, { permissions, version }: SetPermissionsBody): Promise<UserPermissions> {
    return this.change(actor, id, version, (overrides) => withChanges(overrides, permissions));
  }

  /** Takes every override back. @throws DomainError as `set`. */
  reset(actor: Actor, id: string, version: number | undefined): Promise<UserPermissions> {
    return this.change(actor, id, version, () => ({}));
  }

  /**
   * All or nothing: what stands in the way of any one is told in its result, and then nothing is written.
   * @throws DomainError STAFF_NOT_FOUND when any of them is not within reach.
   */
  bulk(actor: Actor, { updates, dryRun }: BulkPermissionsBody): Promise<BulkAnswer> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('permissions.edit');
      const people = await this.staff.findPeople(
        scope,
        updates.map(({ userId }) => userId),
      );
      const byId = new Map(people.map((person) => [person._id.toHexString(), person]));
      const changes = updates.map(({ userId, permissions }): OverridesChange => {
        const person = byId.get(userId);
        if (!person) throw new DomainError('STAFF_NOT_FOUND');
        return { person, overrides: withChanges(person.permissionOverrides, permissions) };
      });
      const results = changes.map((change) => this.resultOf(actor, change));
      const applied = !dryRun && results.every(({ fault }) => fault === null);
      if (applied) await this.write(actor, scope, changes);
      return { applied, results };
    });
  }

  private change(
    actor: Actor,
    id: string,
    version: number | undefined,
    next: (overrides: PermissionOverrides) => PermissionOverrides,
  ): Promise<UserPermissions> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('permissions.edit');
      const person = await this.found(scope, id);
      this.mustBeOpen(actor, person);
      if (version !== undefined) await this.mustBeAt(actor, person, version);
      const change = { person, overrides: next(person.permissionOverrides) };
      this.mustHold(actor, change);
      const [after = person] = await this.write(actor, scope, [change]);
      return this.told(actor, after);
    });
  }

  /** @throws DomainError OWN_ACCOUNT, STAFF_BEYOND_REACH, STAFF_EXITED. */
  private mustBeOpen(actor: Actor, person: Account): void {
    mustManage(actor, person);
    if (person.status === 'exited') throw new DomainError('STAFF_EXITED');
  }

  /** @throws DomainError PERMISSION_NOT_HELD. */
  private mustHold(actor: Actor, { person, overrides }: OverridesChange): void {
    mustHold(actor, person, overrides);
  }

  private resultOf(actor: Actor, change: OverridesChange): BulkResult {
    const { _id, name } = change.person;
    return { _id: _id.toHexString(), name, changes: toChanges(change), fault: this.faultOf(actor, change) };
  }

  private faultOf(actor: Actor, change: OverridesChange): BulkResult['fault'] {
    try {
      this.mustBeOpen(actor, change.person);
      this.mustHold(actor, change);
      return null;
    } catch (error) {
      if (error instanceof DomainError) return { code: error.code, message: error.message };
      throw error;
    }
  }

  /** What changes nothing is not written. */
  private async write(actor: Actor, scope: LabScope, changes: OverridesChange[]): Promise<Account[]> {
    const changed = changes.filter(
      ({ person, overrides }) => differing(person.permissionOverrides, overrides).length > 0,
    );
    if (changed.length === 0) return [];
    const after = await this.staff.updatePermissionOverrides(actor, scope, changed);
    if (!after) throw new DomainError('VERSION_CONFLICT');
    return after;
  }

  private async found(scope: LabScope, id: string): Promise<Account> {
    const person = await this.staff.findPerson(scope, id);
    if (!person) throw new DomainError('STAFF_NOT_FOUND');
    return person;
  }

  private async seen(actor: Actor, id: string): Promise<Account | null> {
    if (id === actor.userId) return this.staff.account(id);
    return actor.may('permissions.view') ? this.staff.findPerson(actor.scope('permissions.view'), id) : null;
  }

  private async mustBeAt(actor: Actor, current: Account, version: number): Promise<void> {
    if (current.version === version) return;
    const { updatedBy, updatedAt, name } = current;
    throw new DomainError('VERSION_CONFLICT', {
      message: `${updatedBy ?? 'The system'} changed ${name} in the meantime`,
      conflict: {
        current: await this.told(actor, current),
        changedBy: updatedBy,
        changedAt: updatedAt.toISOString(),
      },
    });
  }

  private async told(actor: Actor, person: Account): Promise<UserPermissions> {
    const laboratories = await this.laboratories.findAll(person.laboratoryId ? [person.laboratoryId] : []);
    const locked = lockedReason(actor, person);
    const viewed = { person, user: toStaffOption(person, laboratories), lockedReason: locked };
    return toUserPermissions(viewed, locked === null ? grantableTo(person.role, actor) : []);
  }
}

function lockedReason(actor: Actor, person: Account): string | null {
  if (!actor.may('permissions.edit')) return errorCatalogue.FORBIDDEN.message;
  const lock = lockOf(actor, person);
  if (lock) return lock.message;
  return person.status === 'exited' ? errorCatalogue.STAFF_EXITED.message : null;
}
