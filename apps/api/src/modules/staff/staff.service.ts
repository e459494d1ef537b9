import {
  type Blocker,
  type CreateStaffBody,
  type ExitStaffQuery,
  grantRefusal,
  type Page,
  type Session,
  type StaffAction,
  type StaffListItem,
  type StaffListQuery,
  type StaffMember,
  type StaffOption,
  type StaffOptionsQuery,
  type StaffStats,
  type StaffSuggestionsQuery,
  type StaffWithPassword,
  type UpdateStaffBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { assertAllowed } from '../../platform/domain/policy';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { businessDay, monthOf, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { PersonSessions, TemporaryPasswords } from '../access/access.port';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { Deputies } from './deputies';
import { DeputyChoice } from './deputy-choice';
import { EmailLimit } from './email-limit';
import { StaffAssignment } from './staff-assignment';
import { ownWorkLock, StaffRecords } from './staff-records';
import { StaffFacts } from './staff-facts';
import { computeStats } from './staff-stats';
import { type Laboratories, newUser, toListItem, toStaffOption, withNewPassword } from './staff.mapper';
import { assignRefusal, movesTo, staffPolicy, updateRefusal } from './staff.policy';
import type { UserRow } from './user.document';
import { HeadcountReadModel } from './headcount.read-model';
import { UserRepository } from './user.repository';

type Changes = Omit<UpdateStaffBody, 'version'>;

@Injectable()
export class StaffService {
  constructor(
    private readonly users: UserRepository,
    private readonly headcounts: HeadcountReadModel,
    readonly records: StaffRecords,
    private readonly facts: StaffFacts,
    private readonly deputies: Deputies,
    private readonly choice: DeputyChoice,
    private readonly emails: EmailLimit,
    private readonly assignment: StaffAssignment,
    private readonly laboratories: LaboratoriesPort,
    private readonly personSessions: PersonSessions,
    private readonly passwords: TemporaryPasswords,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: StaffListQuery): Promise<Page<StaffListItem>> {
    const { items: rows, ...total } = await this.users.list(actor.scope('staff.view'), query);
    const laboratories = await this.readLaboratories(rows);
    return { items: rows.map((row) => toListItem(row, laboratories, actor)), ...total };
  }

  async options(actor: Actor, query: StaffOptionsQuery): Promise<StaffOption[]> {
    const rows = await this.users.options(actor.scope('staff.view'), query);
    const laboratories = await this.readLaboratories(rows);
    return rows.map((row) => toStaffOption(row, laboratories));
  }

  suggestions(actor: Actor, query: StaffSuggestionsQuery): Promise<string[]> {
    return this.users.suggest(actor.scope('staff.view'), query);
  }

  async stats(actor: Actor, laboratoryId: string | undefined): Promise<StaffStats> {
    const scope = actor.scope('staff.view');
    const id = laboratoryId ?? scope.laboratoryId;
    const laboratory = id !== null && scope.reaches(id) ? await this.laboratories.find(id) : null;
    const month = monthOf(businessDay(this.clock.now(), laboratory?.timezone ?? NETWORK_TIMEZONE));
    const headcounts = await this.headcounts.headcounts(scope, laboratoryId, month);
    return computeStats(headcounts, month, await this.readLaboratories(headcounts));
  }

  /** @throws DomainError STAFF_NOT_FOUND. */
  async openWork(actor: Actor, id: string): Promise<Blocker[]> {
    await this.records.getOrThrow(actor.scope('staff.view'), id);
    return this.facts.openWork(actor, [id]);
  }

  /** @throws DomainError EMAIL_TAKEN, STAFF_BEYOND_REACH, PERMISSION_NOT_HELD, LABORATORY_NOT_FOUND, VALIDATION_FAILED. */
  async create(actor: Actor, body: CreateStaffBody): Promise<() => Promise<StaffWithPassword>> {
    const { password, passwordHash } = await this.passwords.make(actor.userId);
    const write = async () => {
      assertAllowed(assignRefusal(actor, body.role));
      const scope = actor.scope('staff.create');
      const laboratory = await this.assignment.laboratoryFor(scope, body.role, body.laboratoryId);
      const [employeeCode = ''] = await this.assignment.takeEmployeeCodes(laboratory, 1);
      const row = newUser(body, { actor, laboratory, employeeCode, passwordHash, now: this.clock.now() });
      return { ...(await this.records.create(actor, row)), temporaryPassword: password };
    };
    return () => this.emails.write(actor, () => this.unitOfWork.run(write));
  }

  /**
   * A new role or laboratory starts from the role's defaults: overrides were given for the previous one, and end with
   * it, as does the choice of a deputy.
   * @throws DomainError VERSION_CONFLICT, EMAIL_TAKEN, LAST_SUPER_ADMIN, OWN_ACCOUNT, OWN_WORK, STAFF_BEYOND_REACH,
   * PERMISSION_NOT_HELD, STAFF_EXITED, LABORATORY_NOT_FOUND, VALIDATION_FAILED, CONFIRMATION_REQUIRED,
   * TOO_MANY_LOGINS.
   */
  async update(
    actor: Actor,
    id: string,
    { version, deputyId, deputyActs, ...changes }: UpdateStaffBody,
  ): Promise<StaffMember> {
    const options = {
      permission: 'staff.edit',
      policy: async (before: UserRow) =>
        updateRefusal(actor, before, changes, await ownWorkLock(this.users, actor, before)),
      also: async (before: UserRow, after: UserRow) => {
        if (before.status === 'active' && after.status !== 'active') await this.personSessions.endAll([id]);
      },
    } as const;
    const planChanges = async (before: UserRow) => {
      if (opensAccount(before, { ...changes, deputyId, deputyActs })) actor.assertConfirmed(this.clock.now());
      if (deputyActs !== undefined && id === actor.userId) throw DomainError.onField('OWN_ACCOUNT', 'deputyActs');
      await this.assertMayReaddress(actor, before, changes.email);
      const fields = { ...changes, laboratoryId: await this.laboratoryAfter(actor, before, changes) };
      const starts = losesOverrides(before, { ...before, ...fields });
      const permissionOverrides = starts ? {} : before.permissionOverrides;
      const after = { ...before, ...fields, permissionOverrides };
      const refusalOf = await this.deputies.changeRefusals(actor, [before]);
      assertAllowed(refusalOf(before, after));
      if (isActiveSuperAdmin(before) && !isActiveSuperAdmin(after)) await this.assignment.assertSuperAdminRemains([id]);
      const current = { ...after, deputy: starts ? null : before.deputy };
      const deputy = deputyId === undefined ? current.deputy : await this.choice.named(actor, current, deputyId);
      // Naming a deputy during a suspension lets them act; a suspension by itself does not.
      const namesOther = deputyId !== undefined && deputyId !== (current.deputy?._id.toHexString() ?? null);
      const acts = deputyActs ?? (before.status === 'suspended' && (namesOther || undefined));
      return {
        ...fields,
        deputy: await this.choice.confirmed(actor, { ...current, deputy }, acts),
        ...(before.status === 'exited' && { exitDate: null, exitReason: null }),
        permissionOverrides,
      };
    };
    const write = () => this.records.change(actor, id, version, options, planChanges);
    const { email } = await this.records.getOrThrow(actor.scope('staff.edit'), id);
    return changes.email === undefined || changes.email === email ? write() : this.emails.write(actor, write);
  }

  /** The person who chooses the address of an account can get into it, as with a password that they issue. */
  private async assertMayReaddress(actor: Actor, before: UserRow, email: string | undefined): Promise<void> {
    if (email === undefined || email === before.email || before._id.toHexString() === actor.userId) return;
    const refusalOf = await this.deputies.passwordRefusals(actor, [before]);
    const refused = grantRefusal(actor, before) ?? refusalOf(before);
    if (refused) throw DomainError.onField(refused.code, 'email', refused.message);
  }

  /** @throws DomainError VERSION_CONFLICT, LAST_SUPER_ADMIN, OWN_ACCOUNT, STAFF_BEYOND_REACH, STAFF_EXITED. */
  exit(actor: Actor, id: string, { version, exitDate, reason }: ExitStaffQuery): Promise<StaffMember> {
    const options = { permission: 'staff.remove', action: 'exited', ...this.signingOut(actor, 'exit') } as const;
    return this.records.change(actor, id, version, options, async (before) => {
      if (isActiveSuperAdmin(before)) await this.assignment.assertSuperAdminRemains([id]);
      return {
        status: 'exited',
        exitDate: await this.lastDay(before, exitDate),
        exitReason: reason === undefined || reason === '' ? null : reason,
        deputy: null,
      };
    });
  }

  /** @throws DomainError VERSION_CONFLICT, OWN_ACCOUNT, STAFF_BEYOND_REACH, PERMISSION_NOT_HELD, STAFF_EXITED. */
  async issuePassword(
    actor: Actor,
    id: string,
    version: number | undefined,
  ): Promise<() => Promise<StaffWithPassword>> {
    const { password, passwordHash } = await this.passwords.make(actor.userId);
    const options = {
      permission: 'staff.edit',
      action: 'password.issued',
      ...this.signingOut(actor, 'issuePassword'),
      policy: async (before: UserRow) =>
        staffPolicy.issuePassword(actor, before) ?? (await this.deputies.passwordRefusals(actor, [before]))(before),
    } as const;
    return async () => {
      const now = this.clock.now();
      const member = await this.records.change(actor, id, version, options, () => withNewPassword(passwordHash, now));
      return { ...member, temporaryPassword: password };
    };
  }

  /** @throws DomainError STAFF_NOT_FOUND, STAFF_BEYOND_REACH. */
  async sessions(actor: Actor, id: string): Promise<Session[]> {
    await this.withManagedSessions(actor, id);
    return this.personSessions.list(actor, id);
  }

  /** @throws DomainError STAFF_NOT_FOUND, STAFF_BEYOND_REACH. */
  async endSessions(actor: Actor, id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const person = await this.withManagedSessions(actor, id);
      await this.personSessions.endAll([id]);
      await this.recordEnd(actor, person, 'sessions.ended');
    });
  }

  /** @throws DomainError STAFF_NOT_FOUND, STAFF_BEYOND_REACH, SESSION_NOT_FOUND, also for another person's session. */
  async endSession(actor: Actor, id: string, sessionId: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const person = await this.withManagedSessions(actor, id);
      if (!(await this.personSessions.end(id, sessionId))) throw new DomainError('SESSION_NOT_FOUND');
      await this.recordEnd(actor, person, 'session.ended');
    });
  }

  /** The person whose sessions the actor can see and end: anyone they manage, and themselves. */
  private async withManagedSessions(actor: Actor, id: string): Promise<UserRow> {
    const person = await this.records.getOrThrow(actor.scope('staff.edit'), id);
    if (id !== actor.userId) assertAllowed(staffPolicy.endSessions(actor, person));
    return person;
  }

  private async recordEnd(actor: Actor, { _id, laboratoryId }: UserRow, action: string): Promise<void> {
    await this.audit.record({ actor, action, entity: 'user', entityId: _id, laboratoryId, before: null, after: null });
  }

  /** An action after which the person has to sign in again, if they still can. */
  private signingOut(actor: Actor, action: StaffAction) {
    return {
      policy: (before: UserRow) => staffPolicy[action](actor, before),
      also: ({ _id }: UserRow) => this.personSessions.endAll([_id.toHexString()]),
    };
  }

  /** The laboratory of the person after the changes. */
  private async laboratoryAfter(actor: Actor, before: UserRow, changes: Changes): Promise<UserRow['laboratoryId']> {
    const { role = before.role, status = before.status } = changes;
    const current = before.laboratoryId?.toHexString() ?? null;
    const { laboratoryId = current } = changes;
    const joins = laboratoryId !== current || (before.status !== 'active' && status === 'active');
    if (role !== 'super_admin' && laboratoryId !== null && !joins) return before.laboratoryId;
    const laboratory = await this.assignment.laboratoryFor(actor.scope('staff.edit'), role, laboratoryId);
    return laboratory?._id ?? null;
  }

  private async lastDay(person: UserRow, exitDate: string | undefined): Promise<string> {
    const laboratory = await this.laboratories.ownerOf(person);
    const today = businessDay(this.clock.now(), laboratory?.timezone ?? NETWORK_TIMEZONE);
    const day = exitDate ?? today;
    if (day > today) throw DomainError.onField('VALIDATION_FAILED', 'exitDate', 'Must not be after today');
    // A person who leaves before the first day leaves on that day.
    if (exitDate === undefined) return day < person.joiningDate ? person.joiningDate : day;
    if (day < person.joiningDate) {
      throw DomainError.onField('VALIDATION_FAILED', 'exitDate', 'Must not be before the joining date');
    }
    return day;
  }

  private readLaboratories(rows: readonly Pick<UserRow, 'laboratoryId'>[]): Promise<Laboratories> {
    return this.laboratories.findAll(rows.flatMap(({ laboratoryId }) => laboratoryId ?? []));
  }
}

function isActiveSuperAdmin({ role, status }: Pick<UserRow, 'role' | 'status'>): boolean {
  return role === 'super_admin' && status === 'active';
}

/** Whether the changes give someone a way into the account, or its rights. */
function opensAccount(before: UserRow, { email, role, deputyId, deputyActs }: Changes): boolean {
  return (
    (email !== undefined && email !== before.email) ||
    (role !== undefined && role !== before.role) ||
    (deputyId !== undefined && deputyId !== (before.deputy?._id.toHexString() ?? null)) ||
    deputyActs === true
  );
}

function losesOverrides(before: UserRow, after: Pick<UserRow, 'role' | 'laboratoryId'>): boolean {
  return after.role !== before.role || movesTo(before, after.laboratoryId?.toHexString() ?? null);
}
