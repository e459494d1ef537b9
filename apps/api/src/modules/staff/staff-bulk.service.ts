import { type BulkAnswer, type BulkResult, errorCatalogue, type ErrorCode, type StaffBulkBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { objectId } from '../../platform/mongo/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { PersonSessions } from '../access/access.port';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import { lockOf } from './person-lock';
import { userUpdated } from './staff.events';
import { closedToNewcomers, StaffPlaces } from './staff-places';
import { StaffRecord } from './staff-record';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

type Fault = BulkResult['fault'];
/** What would become of one person: the fields to write, or why they cannot be. */
type Plan = { row: UserRow; changes: Partial<UserRow>; fault: Fault };
type Plans = { plans: Plan[]; laboratories: Map<string, LaboratoryRow> };

/** Suspending, resuming and moving many as one. */
@Injectable()
export class StaffBulkService {
  constructor(
    private readonly users: UserRepository,
    private readonly record: StaffRecord,
    private readonly places: StaffPlaces,
    private readonly laboratories: LaboratoriesPort,
    private readonly sessions: PersonSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes all or, where any of them has a fault, none; a dry run answers the very same results and writes nothing.
   * @throws DomainError STAFF_NOT_FOUND when any of them is out of reach, LABORATORY_NOT_FOUND, FORBIDDEN.
   */
  apply(actor: Actor, body: StaffBulkBody): Promise<BulkAnswer> {
    return this.unitOfWork.run(async () => {
      const { plans, laboratories } = await this.plan(actor, body);
      const results = plans.map((plan) => resultOf(plan, laboratories));
      if (body.dryRun || plans.some(({ fault }) => fault)) return { applied: false, results };
      await this.write(actor, body, plans);
      return { applied: true, results };
    });
  }

  private async plan(actor: Actor, body: StaffBulkBody): Promise<Plans> {
    const ids = [...new Set(body.ids)];
    const scope = actor.scope('staff.suspend');
    const target = body.action === 'move' ? await this.target(actor, body.laboratoryId ?? null) : null;
    const rows = await this.users.find(scope, { _id: { $in: ids.map(objectId) } }, { limit: ids.length });
    if (rows.length < ids.length) throw new DomainError('STAFF_NOT_FOUND');
    const byId = new Map(rows.map((row) => [row._id.toHexString(), row]));
    const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
    const laboratories = await this.laboratories.findAll(inOrder.flatMap(({ laboratoryId }) => laboratoryId ?? []));
    if (target) laboratories.set(target._id.toHexString(), target);
    const plans = inOrder.map((row) => planOf(actor, row, body.action, target, laboratories));
    return { plans: await this.keepingASuperAdmin(plans), laboratories };
  }

  private async target(actor: Actor, laboratoryId: string | null): Promise<LaboratoryRow | null> {
    if (!actor.may('staff.edit')) throw new DomainError('FORBIDDEN');
    return this.places.toJoin(actor.scope('staff.edit'), 'staff', laboratoryId);
  }

  private async keepingASuperAdmin(plans: Plan[]): Promise<Plan[]> {
    const leaving = plans.filter(({ row, changes }) => row.role === 'super_admin' && changes.status === 'suspended');
    if (leaving.length === 0) return plans;
    if (!(await this.places.isLastSuperAdmin(leaving.map(({ row }) => row._id.toHexString())))) return plans;
    return plans.map((plan) =>
      leaving.includes(plan) ? { ...plan, changes: {}, fault: plan.fault ?? faultOf('LAST_SUPER_ADMIN') } : plan,
    );
  }

  private async write(actor: Actor, { action }: StaffBulkBody, plans: Plan[]): Promise<void> {
    const now = this.clock.now();
    const writes = plans
      .filter(({ changes }) => Object.keys(changes).length > 0)
      .map(({ row, changes }) => ({ row, changes: { ...changes, updatedBy: actor.name } }));
    const superAdmins = writes.filter(({ row, changes }) => row.role === 'super_admin' && changes.status);
    if (action === 'suspend' && superAdmins.length > 0) {
      await this.places.keepASuperAdmin(superAdmins.map(({ row }) => row._id.toHexString()));
    }
    if (action === 'resume') await this.places.meet(writes.flatMap(({ row }) => row.laboratoryId?.toHexString() ?? []));
    if (!(await this.users.updateEachAt(actor.scope('staff.suspend'), writes, now))) {
      throw new DomainError('VERSION_CONFLICT');
    }
    if (action === 'suspend') await this.sessions.endAll(writes.map(({ row }) => row._id.toHexString()));
    const changes = writes.map(({ row: before, changes: fields }) => ({
      actor,
      before,
      after: { ...before, ...fields, version: before.version + 1, updatedAt: now },
    }));
    await this.record.tell(userUpdated, changes);
  }
}

function planOf(
  actor: Actor,
  row: UserRow,
  action: StaffBulkBody['action'],
  target: LaboratoryRow | null,
  laboratories: ReadonlyMap<string, LaboratoryRow>,
): Plan {
  const lock = lockOf(actor, row);
  if (lock) return { row, changes: {}, fault: lock };
  if (row.status === 'exited') return { row, changes: {}, fault: faultOf('STAFF_EXITED') };
  if (target) {
    if (row.role === 'super_admin') {
      const message = 'A super admin belongs to the network, not to a laboratory';
      return { row, changes: {}, fault: faultOf('VALIDATION_FAILED', message) };
    }
    return {
      row,
      changes: target._id.equals(row.laboratoryId ?? undefined) ? {} : { laboratoryId: target._id },
      fault: null,
    };
  }
  const status = action === 'suspend' ? 'suspended' : 'active';
  if (row.status === status) return { row, changes: {}, fault: null };
  const laboratory = row.laboratoryId && laboratories.get(row.laboratoryId.toHexString());
  const closed = status === 'active' && laboratory ? closedToNewcomers(laboratory) : null;
  return { row, changes: closed ? {} : { status }, fault: closed ? faultOf('VALIDATION_FAILED', closed) : null };
}

function resultOf({ row, changes, fault }: Plan, laboratories: ReadonlyMap<string, LaboratoryRow>): BulkResult {
  const nameOf = (id: UserRow['laboratoryId']) => (id && laboratories.get(id.toHexString())?.name) ?? null;
  return {
    _id: row._id.toHexString(),
    name: row.name,
    changes: [
      ...(changes.status ? [{ field: 'status', before: row.status, after: changes.status }] : []),
      ...(changes.laboratoryId
        ? [{ field: 'laboratoryId', before: nameOf(row.laboratoryId), after: nameOf(changes.laboratoryId) }]
        : []),
    ],
    fault,
  };
}

function faultOf(code: ErrorCode, message: string = errorCatalogue[code].message): Fault {
  return { code, message };
}
