import {
  type BulkAnswer,
  type BulkPermissionsBody,
  type CheckPermissionQuery,
  type ExplainedPermission,
  type OwnPermissions,
  type Page,
  type Permission,
  type PermissionChanges,
  type PermissionOverrides,
  permissions,
  type SetPermissionsBody,
  type UserPermissions,
  type UserPermissionsRow,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { changeEach, type Plan } from '../../platform/records/change-each';
import type { Records } from '../../platform/records/records';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { formatDay } from '../../platform/time/format-time';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import { type Account, Deputies, StaffPort } from '../staff/staff.port';
import {
  explain,
  fieldsOfOverride,
  findLatest,
  toChanges,
  toOwnPermissions,
  toRow,
  toUserPermissions,
} from './permission.mapper';
import { changedPermissions, grantPolicy, permissionPolicy, withChanges } from './permission.policy';

type LaboratoryQuery = { page: number; limit: number; search?: string };

const ACTION = 'permissions.changed';

/** Permissions are resolved from a person's role and overrides. Holders can grant theirs to the people they manage. */
@Injectable()
export class PermissionService {
  private readonly records: Records<Account, UserPermissions>;

  constructor(
    private readonly staff: StaffPort,
    private readonly deputies: Deputies,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {
    this.records = staff.recordsPresentedAs(async (viewer, person) =>
      toUserPermissions(viewer, person, await laboratories.ownerOf(person), (await this.readActor(person)).permissions),
    );
  }

  /** @throws DomainError STAFF_NOT_FOUND. */
  user(actor: Actor, id: string): Promise<UserPermissions> {
    return this.records.get(actor, 'permissions.view', id);
  }

  /** What the viewer can do themselves, and who gave them what their role does not. */
  async mine(actor: Actor): Promise<OwnPermissions> {
    const given = permissions.filter((permission) => actor.permissions[permission].source === 'override');
    const changes = await this.audit.latestChanges('user', actor.userId, given.flatMap(fieldsOfOverride));
    return toOwnPermissions(actor, (permission) => findLatest(permission, changes) ?? null);
  }

  /** @throws DomainError LABORATORY_NOT_FOUND, also for one out of scope. */
  async laboratory(actor: Actor, laboratoryId: string, query: LaboratoryQuery): Promise<Page<UserPermissionsRow>> {
    const scope = actor.scope('permissions.view');
    const laboratory = scope.reaches(laboratoryId) ? await this.laboratories.find(laboratoryId) : null;
    if (!laboratory) throw new DomainError('LABORATORY_NOT_FOUND');
    const { items, total } = await this.staff.pageOfLaboratory(scope, { laboratoryId, ...query });
    const actorOf = await this.deputies.actors(items);
    return { items: items.map((person) => toRow(actor, person, laboratory, actorOf(person).permissions)), total };
  }

  /**
   * Whether a person has one permission; everyone can check their own.
   * @throws DomainError STAFF_NOT_FOUND, also where the actor cannot see the permissions of others.
   */
  async check(actor: Actor, id: string, { resource, action }: CheckPermissionQuery): Promise<ExplainedPermission> {
    const person = await this.visiblePerson(actor, id);
    if (!person) throw new DomainError('STAFF_NOT_FOUND');
    return explain(await this.readActor(person), `${resource}.${action}` as Permission);
  }

  /**
   * `true` grants, `false` revokes, `null` restores the role's default.
   * @throws DomainError STAFF_NOT_FOUND, OWN_ACCOUNT, STAFF_BEYOND_REACH, STAFF_EXITED, VERSION_CONFLICT,
   * PERMISSION_NOT_HELD.
   */
  set(actor: Actor, id: string, { permissions, version }: SetPermissionsBody): Promise<UserPermissions> {
    return this.change(actor, id, version, (overrides, timezone) => {
      this.assertNotOver(permissions, timezone, 'permissions');
      return withChanges(overrides, permissions, timezone);
    });
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
      // Asked for only where a change has an end.
      const endsSome = updates.some(({ permissions }) => Object.values(permissions).some(hasEnd));
      const homes = endsSome ? [...people.values()].flatMap(({ laboratoryId }) => laboratoryId ?? []) : [];
      const laboratories = await this.laboratories.findAll(homes);
      const planned = updates.map(({ userId, permissions }, index) => {
        const row = people.get(userId);
        if (!row) throw new DomainError('STAFF_NOT_FOUND');
        const timezone = timezoneOf(laboratories.get(row.laboratoryId?.toHexString() ?? ''));
        this.assertNotOver(permissions, timezone, `updates.${index}.permissions`);
        return { row, overrides: withChanges(row.permissionOverrides, permissions, timezone) };
      });
      const refusalOf = await this.deputies.changeRefusals(actor, [...people.values()]);
      const plans = planned.map(({ row, overrides }): Plan<Account> => ({
        row,
        changes: isChange(row, overrides) ? { permissionOverrides: overrides } : {},
        refused:
          permissionPolicy.edit(actor, row) ??
          grantPolicy.grant(actor, row, overrides) ??
          refusalOf(row, { ...row, permissionOverrides: overrides }),
      }));
      return changeEach({
        plans,
        dryRun,
        show: ({ row, changes }) => toChanges(row, changes.permissionOverrides ?? row.permissionOverrides, actor.at),
        write: (writes) => this.records.writeMany(scope, writes, { actor, action: ACTION }),
      });
    });
  }

  private change(
    actor: Actor,
    id: string,
    version: number | undefined,
    next: (overrides: PermissionOverrides, timezone: string) => PermissionOverrides,
  ): Promise<UserPermissions> {
    const policy = (person: Account) => permissionPolicy.edit(actor, person);
    const options = { permission: 'permissions.edit', action: ACTION, policy } as const;
    return this.records.change(actor, id, version, options, async (person) => {
      const timezone = timezoneOf(await this.laboratories.ownerOf(person));
      const permissionOverrides = next(person.permissionOverrides, timezone);
      await this.records.assertAllowed(actor, person, grantPolicy.grant(actor, person, permissionOverrides));
      const refusalOf = await this.deputies.changeRefusals(actor, [person]);
      await this.records.assertAllowed(actor, person, refusalOf(person, { ...person, permissionOverrides }));
      return isChange(person, permissionOverrides) ? { permissionOverrides } : null;
    });
  }

  /** @throws DomainError VALIDATION_FAILED on each permission whose last day is over. */
  private assertNotOver(changes: PermissionChanges, timezone: string, path: string): void {
    const today = businessDay(this.clock.now(), timezone);
    for (const [permission, change] of Object.entries(changes)) {
      if (!hasEnd(change) || change.until >= today) continue;
      throw DomainError.onField(
        'VALIDATION_FAILED',
        `${path}.${permission}.until`,
        `Must not be before ${formatDay(today)}`,
      );
    }
  }

  private async readActor(person: Account): Promise<Actor> {
    return (await this.deputies.actors([person]))(person);
  }

  private async visiblePerson(actor: Actor, id: string): Promise<Account | null> {
    if (id === actor.userId) return this.staff.account(id);
    return actor.may('permissions.view') ? this.staff.findPerson(actor.scope('permissions.view'), id) : null;
  }
}

type Change = PermissionChanges[Permission];

function hasEnd(change: Change): change is Exclude<Change, boolean | null | undefined> {
  return typeof change === 'object' && change !== null;
}

function timezoneOf(laboratory: Pick<LaboratoryRow, 'timezone'> | null | undefined): string {
  return laboratory?.timezone ?? NETWORK_TIMEZONE;
}

function isChange({ permissionOverrides }: Account, overrides: PermissionOverrides): boolean {
  return changedPermissions(permissionOverrides, overrides).length > 0;
}
