import type { CreateStaffBody, ExitStaffQuery, StaffMember, StaffWithPassword, UpdateStaffBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { PersonSessions, TemporaryPasswords } from '../access/access.port';
import { mustManage } from './person-lock';
import { mayBecome, mustManageRole } from './staff-rules';
import { userCreated, userUpdated } from './staff.events';
import { derivedFields } from './staff.mapper';
import { newUser } from './new-user';
import { StaffPlaces } from './staff-places';
import { StaffRecord } from './staff-record';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

type Changes = Omit<UpdateStaffBody, 'version'>;

/** Creating and changing one person, from the first day to the last. */
@Injectable()
export class StaffChangeService {
  constructor(
    private readonly users: UserRepository,
    private readonly record: StaffRecord,
    private readonly places: StaffPlaces,
    private readonly sessions: PersonSessions,
    private readonly passwords: TemporaryPasswords,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError EMAIL_TAKEN, STAFF_BEYOND_REACH, LABORATORY_NOT_FOUND, VALIDATION_FAILED. */
  async create(actor: Actor, body: CreateStaffBody): Promise<() => Promise<StaffWithPassword>> {
    const temporary = await this.passwords.make();
    return () =>
      this.unitOfWork.run(async () => {
        mustManageRole(actor, body.role);
        const laboratory = await this.places.toJoin(actor.scope('staff.create'), body.role, body.laboratoryId);
        const [employeeCode = ''] = await this.places.takeCodes(laboratory, 1);
        const { passwordHash } = temporary;
        const after = newUser(body, { actor, laboratory, employeeCode, passwordHash, now: this.clock.now() });
        await this.record.unlessEmailTaken(() => this.users.insert(after));
        await this.record.tell(userCreated, [{ actor, before: null, after }]);
        return { ...(await this.record.told(actor, after)), temporaryPassword: temporary.password };
      });
  }

  /**
   * A new role starts from its defaults: overrides were given to the old one, and are dropped with it.
   * @throws DomainError VERSION_CONFLICT, EMAIL_TAKEN, LAST_SUPER_ADMIN, OWN_ACCOUNT, STAFF_BEYOND_REACH, STAFF_EXITED,
   * LABORATORY_NOT_FOUND, VALIDATION_FAILED.
   */
  update(actor: Actor, id: string, { version, ...changes }: UpdateStaffBody): Promise<StaffMember> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('staff.edit');
      const before = await this.record.found(scope, id);
      mayBecome(actor, before, changes);
      await this.record.mustBeAt(actor, before, version);
      const { laboratoryId: _, ...others } = changes;
      const merged = { ...before, ...others, laboratoryId: await this.placeAfter(actor, before, changes) };
      if (isActiveSuperAdmin(before) && !isActiveSuperAdmin(merged)) await this.places.keepASuperAdmin([id]);

      const takenOnAgain = before.status === 'exited' ? { exitDate: null, exitReason: null } : {};
      const newRole = merged.role === before.role ? {} : { permissionOverrides: {} };
      const after = await this.record.write(scope, before, {
        ...others,
        laboratoryId: merged.laboratoryId,
        ...takenOnAgain,
        ...newRole,
        ...derivedFields(merged),
        updatedBy: actor.name,
      });
      if (before.status === 'active' && after.status !== 'active') await this.sessions.endAll([id]);
      await this.record.tell(userUpdated, [{ actor, before, after }]);
      return this.record.told(actor, after);
    });
  }

  /** @throws DomainError VERSION_CONFLICT, LAST_SUPER_ADMIN, OWN_ACCOUNT, STAFF_BEYOND_REACH, STAFF_EXITED. */
  exit(actor: Actor, id: string, { version, exitDate, reason }: ExitStaffQuery): Promise<StaffMember> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('staff.remove');
      const before = await this.record.found(scope, id);
      mustManage(actor, before);
      if (before.status === 'exited') throw new DomainError('STAFF_EXITED');
      await this.record.mustBeAt(actor, before, version);
      if (isActiveSuperAdmin(before)) await this.places.keepASuperAdmin([id]);
      const after = await this.record.write(scope, before, {
        status: 'exited',
        exitDate: await this.lastDay(before, exitDate),
        exitReason: reason === undefined || reason === '' ? null : reason,
        updatedBy: actor.name,
      });
      await this.sessions.endAll([id]);
      await this.record.tell(userUpdated, [{ actor, before, after }], { action: 'user.exited' });
      return this.record.told(actor, after);
    });
  }

  /** @throws DomainError VERSION_CONFLICT, OWN_ACCOUNT, STAFF_BEYOND_REACH, STAFF_EXITED. */
  async issuePassword(
    actor: Actor,
    id: string,
    version: number | undefined,
  ): Promise<() => Promise<StaffWithPassword>> {
    const temporary = await this.passwords.make();
    return () =>
      this.unitOfWork.run(async () => {
        const scope = actor.scope('staff.edit');
        const before = await this.record.found(scope, id);
        mustManage(actor, before);
        if (before.status === 'exited') throw new DomainError('STAFF_EXITED');
        await this.record.mustBeAt(actor, before, version);
        const { passwordHash } = temporary;
        const changes = { passwordHash, mustChangePassword: true, updatedBy: actor.name };
        const after = await this.record.write(scope, before, changes);
        await this.sessions.endAll([id]);
        await this.record.tell(userUpdated, [{ actor, before, after }], { action: 'password.issued' });
        return { ...(await this.record.told(actor, after)), temporaryPassword: temporary.password };
      });
  }

  /** Where the person works once the changes are made. */
  private async placeAfter(actor: Actor, before: UserRow, changes: Changes): Promise<UserRow['laboratoryId']> {
    const { role = before.role, status = before.status } = changes;
    const known = before.laboratoryId?.toHexString() ?? null;
    const { laboratoryId = known } = changes;
    const joins = laboratoryId !== known || (before.status !== 'active' && status === 'active');
    if (role === 'super_admin' || joins || laboratoryId === null) {
      return (await this.places.toJoin(actor.scope('staff.edit'), role, laboratoryId))?._id ?? null;
    }
    return before.laboratoryId;
  }

  private async lastDay(person: UserRow, exitDate: string | undefined): Promise<string> {
    const laboratory = await this.places.of(person);
    const today = businessDay(this.clock.now(), laboratory?.timezone ?? NETWORK_TIMEZONE);
    const day = exitDate ?? today;
    if (day > today) throw DomainError.onField('VALIDATION_FAILED', 'exitDate', 'Must not be after today');
    // Who leaves before having begun leaves on the first day.
    if (exitDate === undefined) return day < person.joiningDate ? person.joiningDate : day;
    if (day < person.joiningDate) {
      throw DomainError.onField('VALIDATION_FAILED', 'exitDate', 'Must not be before the joining date');
    }
    return day;
  }
}

function isActiveSuperAdmin({ role, status }: Pick<UserRow, 'role' | 'status'>): boolean {
  return role === 'super_admin' && status === 'active';
}
