import {
  type BulkAnswer,
  type BulkPermissionsBody,
  type CheckPermissionQuery,
  type ExplainedPermission,
  type OwnPermissions,
  type Page,
  type Permission,
  type PermissionOverrides,
  permissions,
  type SetPermissionsBody,
  type UserPermissions,
  type UserPermissionsRow,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import type { Records } from '../../platform/records/records';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type Account, StaffPort } from '../staff/staff.port';
import { explain, toChanges, toOwnPermissions, toRow, toUserPermissions } from './permission.mapper';
import { changedPermissions, grantPolicy, permissionPolicy, withChanges } from './permission.policy';

type LaboratoryQuery = { page: number; limit: number; search?: string };

const ACTION = 'permissions.changed';

/** Permissions are resolved from a person's role and overrides; whoever holds one can grant it to the people they manage. */
@Injectable()
export class PermissionService {
  private readonly records: Records<Account, UserPermissions>;

  constructor(
    private readonly staff: StaffPort,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {
    this.records = staff.recordsPresentedAs(async (viewer, person) =>
      toUserPermissions(viewer, person, await laboratories.of(person), (await this.actorOf(person)).permissions),
    );
  }

  /** @throws DomainError STAFF_NOT_FOUND. */
  user(actor: Actor, id: string): Promise<UserPermissions> {
    return this.records.get(actor, 'permissions.view', id);
  }

  /** What the viewer may do themselves, and who gave them what their role does not. */
  async mine(actor: Actor): Promise<OwnPermissions> {
    const given = permissions.filter((permission) => actor.permissions[permission].source === 'override');
    const changes = await this.audit.latestChanges('user', actor.userId, given.map(overrideOf));
    return toOwnPermissions(actor, (permission) => changes.get(overrideOf(permission)) ?? null);
  }

  /** @throws DomainError LABORATORY_NOT_FOUND, also for one out of scope. */
  async laboratory(actor: Actor, laboratoryId: string, query: LaboratoryQuery): Promise<Page<UserPermissionsRow>> {
    const scope = actor.scope('permissions.view');
    const laboratory = scope.reaches(laboratoryId) ? await this.laboratories.find(laboratoryId) : null;
    if (!laboratory) throw new DomainError('LABORATORY_NOT_FOUND');
    const { items, total } = await this.staff.pageOfLaboratory(scope, { laboratoryId, ...query });
    const actorOf = await this.staff.actors(items);
    return { items: items.map((person) => toRow(actor, person, laboratory, actorOf(person).permissions)), total };
  }

  /**
   * Whether a person has one permission; everyone may check their own.
   * @throws DomainError STAFF_NOT_FOUND, also where the actor may not see the permissions of others.
   */
  async check(actor: Actor, id: string, { resource, action }: CheckPermissionQuery): Promise<ExplainedPermission> {
    const person = await this.visiblePerson(actor, id);
    if (!person) throw new DomainError('STAFF_NOT_FOUND');
    return explain(await this.actorOf(person), `${resource}.${action}` as Permission);
  }

  /**
   * `true` grants, `false` revokes, `null` restores the role's default.
   * @throws DomainError STAFF_NOT_FOUND, OWN_ACCOUNT, STAFF_BEYOND_REACH, STAFF_EXITED, VERSION_CONFLICT,
   * PERMISSION_NOT_HELD.
   */
  set(actor: Actor, id: string, { permissions, version }: SetPermissionsBody): Promise<UserPermissions> {
    return this.change(actor, id, version, (overrides) => withChanges(overrides, permissions));
  }

  /** Removes every override. @throws DomainError as `set`. */
  reset(actor: Actor, id: string, version: number | undefined): Promise<UserPermissions> {
    return this.change(actor, id, version, () => ({}));
  }

  /**
   * Changes all of the people or, when any change is refused, none; each result says why.
   * @throws DomainError STAFF_NOT_FOUND when any of them is out of scope.
   */
  bulk(actor: Actor, { updates, dryRun }: BulkPermissionsBody): Promise<BulkAnswer> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('permissions.edit');
      const ids = updates.map(({ userId }) => userId);
      const people = new Map((await this.staff.findPeople(scope, ids)).map((row) => [row._id.toHexString(), row]));
      const planned = updates.map(({ userId, permissions }) => {
        const row = people.get(userId);
        if (!row) throw new DomainError('STAFF_NOT_FOUND');
        return { row, changes: { permissionOverrides: withChanges(row.permissionOverrides, permissions) } };
      });
      const refusalOf = await this.staff.deputyChangeRefusals(actor, [...people.values()]);
      const results = planned.map(({ row, changes: { permissionOverrides: overrides } }) => {
        const refused =
          permissionPolicy.edit(actor, row) ??
          grantPolicy.grant(actor, row, overrides) ??
          refusalOf(row, { ...row, permissionOverrides: overrides });
        return {
          _id: row._id.toHexString(),
          name: row.name,
          changes: toChanges(row, overrides),
          fault: refused ? { code: refused.code, message: refused.message } : null,
        };
      });
      const applied = !dryRun && results.every(({ fault }) => fault === null);
      const writes = planned.filter(({ row, changes }) => isChange(row, changes.permissionOverrides));
      if (applied) await this.records.writeMany(scope, writes, { actor, action: ACTION });
      return { applied, results };
    });
  }

  private change(
    actor: Actor,
    id: string,
    version: number | undefined,
    next: (overrides: PermissionOverrides) => PermissionOverrides,
  ): Promise<UserPermissions> {
    const policy = (person: Account) => permissionPolicy.edit(actor, person);
    const options = { permission: 'permissions.edit', action: ACTION, policy } as const;
    return this.records.change(actor, id, version, options, async (person) => {
      const permissionOverrides = next(person.permissionOverrides);
      await this.records.assertAllowed(actor, person, grantPolicy.grant(actor, person, permissionOverrides));
      const refusalOf = await this.staff.deputyChangeRefusals(actor, [person]);
      await this.records.assertAllowed(actor, person, refusalOf(person, { ...person, permissionOverrides }));
      return isChange(person, permissionOverrides) ? { permissionOverrides } : null;
    });
  }

  private async actorOf(person: Account): Promise<Actor> {
    return (await this.staff.actors([person]))(person);
  }

  private async visiblePerson(actor: Actor, id: string): Promise<Account | null> {
    if (id === actor.userId) return this.staff.account(id);
    return actor.may('permissions.view') ? this.staff.findPerson(actor.scope('permissions.view'), id) : null;
  }
}

/** The field of the audit log. */
function overrideOf(permission: Permission): string {
  return `permissionOverrides.${permission}`;
}

function isChange({ permissionOverrides }: Account, overrides: PermissionOverrides): boolean {
  return changedPermissions(permissionOverrides, overrides).length > 0;
}
