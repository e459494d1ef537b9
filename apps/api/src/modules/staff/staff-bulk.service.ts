import {
  type BulkResult,
  grantRefusal,
  type IssuedPasswords,
  type IssuePasswordsBody,
  type Permission,
  permissions,
  type Shift,
  type StaffBulkAnswer,
  type StaffBulkBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { refusal, type Refusal } from '../../platform/domain/policy';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { changeEach, type Plan, toBulkResult } from '../../platform/records/change-each';
import { Clock } from '../../platform/time/clock';
import { PersonSessions, TemporaryPasswords } from '../access/access.port';
import { LaboratoriesPort, type LaboratoryRow, laboratoryUsePolicy } from '../laboratories/laboratories.port';
import { Deputies } from './deputies';
import { STAFF_LOCK, StaffAssignment } from './staff-assignment';
import { StaffFacts } from './staff-facts';
import { StaffRecords } from './staff-records';
import { toIssuedPassword, withNewPassword } from './staff.mapper';
import { moveRefusal, movesTo, unmanagedRefusal, staffPolicy } from './staff.policy';
import type { UserRow } from './user.document';
import { personProjection } from './user.repository';

type PlanContext = {
  actor: Actor;
  action: StaffBulkBody['action'];
  /** The laboratory to move to. */
  target: LaboratoryRow | null;
  shift: Shift | null;
  laboratories: ReadonlyMap<string, LaboratoryRow>;
};

/** Suspends, resumes or moves many people at once, changes their shift or issues temporary passwords to them. */
@Injectable()
export class StaffBulkService {
  constructor(
    private readonly records: StaffRecords,
    private readonly deputies: Deputies,
    private readonly facts: StaffFacts,
    private readonly assignment: StaffAssignment,
    private readonly laboratories: LaboratoriesPort,
    private readonly sessions: PersonSessions,
    private readonly passwords: TemporaryPasswords,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes all of the people or, when any of them has a fault, none. A dry run returns the same results and writes
   * nothing.
   * @throws DomainError STAFF_NOT_FOUND when any of them is out of scope, LABORATORY_NOT_FOUND, FORBIDDEN.
   */
  apply(actor: Actor, body: StaffBulkBody): Promise<StaffBulkAnswer> {
    return this.unitOfWork.run(async () => {
      const target = body.action === 'move' ? await this.findTarget(actor, body.laboratoryId ?? null) : null;
      const rows = await this.getPeople(actor, 'staff.suspend', body.ids);
      const laboratories = await this.laboratories.findAll([
        ...rows.flatMap(({ laboratoryId }) => laboratoryId ?? []),
        ...(target ? [target._id] : []),
      ]);
      const { action, shift = null } = body;
      const context = { actor, action, target, shift, laboratories };
      const refusalOf = await this.deputies.changeRefusals(actor, rows);
      const planned = rows.map((row): Plan<UserRow> => {
        const plan = planFor(row, context);
        const refused = refusalOf(row, { ...row, ...plan.changes });
        return refused ? { row, changes: {}, refused } : plan;
      });
      const plans = await this.keepingASuperAdmin(planned);
      const answer = await changeEach({
        plans,
        dryRun: body.dryRun,
        show: (plan) => shownChanges(plan, laboratories),
        write: (writes) => this.write(actor, action, writes),
      });
      const leaving = action === 'suspend' && !answer.applied ? idsOf(plans) : [];
      return { ...answer, openWork: leaving.length > 0 ? await this.facts.openWork(actor, leaving) : [] };
    });
  }

  /**
   * Another temporary password for each of the people or, when any of them has a fault, for no one. Passwords are hashed
   * only if they are to be written, and before the transaction.
   * @throws DomainError STAFF_NOT_FOUND when any of them is out of scope, VERSION_CONFLICT.
   */
  async issuePasswords(actor: Actor, { ids, dryRun }: IssuePasswordsBody): Promise<() => Promise<IssuedPasswords>> {
    const plan = async () => {
      const rows = await this.getPeople(actor, 'staff.edit', ids);
      const refusalOf = await this.deputies.passwordRefusals(actor, rows);
      const results = rows.map((row) => {
        const refused = staffPolicy.issuePassword(actor, row) ?? refusalOf(row);
        return toBulkResult(row, refused ? [] : [{ field: 'temporaryPassword' }], refused);
      });
      return { rows, results, possible: results.every(({ fault }) => fault === null) };
    };
    const { rows, results, possible } = await plan();
    if (dryRun || !possible) return () => Promise.resolve({ applied: false, results, issued: [] });
    const made = await this.passwords.makeMany(actor.userId, rows.length);
    return () =>
      this.unitOfWork.run(async () => {
        const { rows, results, possible } = await plan();
        if (!possible) return { applied: false, results, issued: [] };
        const now = this.clock.now();
        const writes = rows.map((row, index) => ({
          row,
          changes: withNewPassword(made[index]?.passwordHash ?? '', now),
        }));
        await this.sessions.endAll(idsOf(writes));
        const write = { actor, action: 'password.issued', at: now };
        const written = await this.records.writeMany(actor.scope('staff.edit'), writes, write);
        const issued = written.map((row, index) => toIssuedPassword(row, made[index]?.password ?? ''));
        return { applied: true, results, issued };
      });
  }

  private async getPeople(actor: Actor, permission: Permission, ids: readonly string[]): Promise<UserRow[]> {
    return this.records.getEach(actor.scope(permission), ids, personProjection);
  }

  private findTarget(actor: Actor, laboratoryId: string | null): Promise<LaboratoryRow | null> {
    if (!actor.may('staff.edit')) throw new DomainError('FORBIDDEN');
    return this.assignment.laboratoryFor(actor.scope('staff.edit'), 'staff', laboratoryId);
  }

  private async keepingASuperAdmin(plans: Plan<UserRow>[]): Promise<Plan<UserRow>[]> {
    const leaving = plans.filter(({ row, changes }) => row.role === 'super_admin' && changes.status === 'suspended');
    if (leaving.length === 0 || (await this.assignment.superAdminRemains(idsOf(leaving)))) return plans;
    const refused = refusal('LAST_SUPER_ADMIN');
    return plans.map((plan) => (leaving.includes(plan) ? { ...plan, changes: {}, refused } : plan));
  }

  private async write(actor: Actor, action: StaffBulkBody['action'], writes: readonly Plan<UserRow>[]): Promise<void> {
    if (action === 'resume') {
      const ids = writes.flatMap(({ row }) => row.laboratoryId?.toHexString() ?? []);
      this.unitOfWork.lock(STAFF_LOCK, ids);
    }
    if (action === 'suspend') {
      const superAdmins = writes.filter(({ row }) => row.role === 'super_admin');
      if (superAdmins.length > 0) await this.assignment.assertSuperAdminRemains(idsOf(superAdmins));
      await this.sessions.endAll(idsOf(writes));
    }
    await this.records.writeMany(actor.scope('staff.suspend'), writes, { actor, action: 'updated' });
  }
}

function planFor(row: UserRow, { actor, action, target, shift, laboratories }: PlanContext): Plan<UserRow> {
  const plan = (changes: Partial<UserRow>): Plan<UserRow> => ({ row, changes });
  const refused = (reason: Refusal): Plan<UserRow> => ({ row, changes: {}, refused: reason });
  const unchangeable = unmanagedRefusal(actor, row) ?? staffPolicy.edit(actor, row);
  if (unchangeable) return refused(unchangeable);
  if (target) {
    if (row.role === 'super_admin') {
      return refused(refusal('VALIDATION_FAILED', 'A super admin belongs to the network, not to a laboratory'));
    }
    if (!movesTo(row, target._id.toHexString())) return plan({});
    const notMovable = moveRefusal(actor, row);
    if (notMovable) return refused(notMovable);
    return plan({ laboratoryId: target._id, permissionOverrides: {}, deputy: null });
  }
  if (action === 'shift') {
    return plan(isDeepStrictEqual(row.shift, shift) ? {} : { shift });
  }
  const status = action === 'suspend' ? 'suspended' : 'active';
  if (row.status === status) return plan({});
  const laboratory = row.laboratoryId && laboratories.get(row.laboratoryId.toHexString());
  const closed = status === 'active' && laboratory ? laboratoryUsePolicy.addPeople(laboratory) : undefined;
  if (closed) return refused(closed);
  const notGrantable = status === 'active' ? grantRefusal(actor, row) : undefined;
  // Whether a deputy acts is decided for each suspension by itself.
  const deputy = row.deputy && { ...row.deputy, confirmed: null };
  return notGrantable ? refused(notGrantable) : plan({ status, deputy });
}

function shownChanges(
  { row, changes }: Plan<UserRow>,
  laboratories: PlanContext['laboratories'],
): BulkResult['changes'] {
  const nameOf = (id: UserRow['laboratoryId']) => (id && laboratories.get(id.toHexString())?.name) ?? null;
  return [
    ...(changes.status ? [{ field: 'status', before: row.status, after: changes.status }] : []),
    ...(changes.laboratoryId
      ? [{ field: 'laboratoryId', before: nameOf(row.laboratoryId), after: nameOf(changes.laboratoryId) }]
      : []),
    ...('shift' in changes ? [{ field: 'shift', before: row.shift, after: changes.shift }] : []),
    ...(changes.permissionOverrides ? endedOverrides(row) : []),
  ];
}

function idsOf(plans: readonly { row: UserRow }[]): string[] {
  return plans.map(({ row }) => row._id.toHexString());
}

function endedOverrides({ permissionOverrides }: UserRow): BulkResult['changes'] {
  return permissions.flatMap((permission) => {
    const before = permissionOverrides[permission];
    return before === undefined ? [] : [{ field: `permissionOverrides.${permission}`, before }];
  });
}
