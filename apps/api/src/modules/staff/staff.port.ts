import { type Page, type Permission, type Role, roles, viewPermission } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { LabScope } from '../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../platform/domain/object-id';
import { searchFilter } from '../../platform/mongo/search-words';
import type { Records } from '../../platform/records/records';
import { Clock } from '../../platform/time/clock';
import { Deputies } from './deputies';
import { type SessionOfActor, toActor } from './influences';
import { employeeCode, NETWORK_PREFIX } from './staff-assignment';
import { StaffRecords } from './staff-records';
import { newUser, withNewPassword } from './staff.mapper';
import { PreferencesRepository, type PreferencesRow } from './preferences.repository';
import type { StoredPreferences, UserRow } from './user.document';
import { personProjection, UserRepository } from './user.repository';

export type { UserRow as Account } from './user.document';
export { Absences, Deputies, deputyOf, type PersonOnDay } from './deputies';
export { liveInfluences, toActor } from './influences';
export { StaffFacts } from './staff-facts';
export { absencesChanged, staffChanged } from './staff-records';
export { toStaffOption, toUserEvent } from './staff.mapper';
export { deputyObstacle, exitedRefusal, staffPolicy, unmanagedRefusal } from './staff.policy';

/** The action in the audit log of a role that the provider gave. */
export const ROLE_MAPPED = 'role.mapped';

/** The action in the audit log of overrides that have ended. */
export const PERMISSIONS_ENDED = 'permissions.ended';

export type NewSuperAdmin = { name: string; email: string; passwordHash: string };
/** Matches of a search that another list is filtered by. */
const MAX_MATCHES = 10_000;

const notExitedBefore = (day: string) => ({ $or: [{ exitDate: null }, { exitDate: { $gte: day } }] });

const employedBetween = (laboratoryIds: readonly ObjectId[], from: string, to: string) => ({
  laboratoryId: { $in: laboratoryIds },
  joiningDate: { $lte: to },
  ...notExitedBefore(from),
});

const employment = { laboratoryId: 1, status: 1, shift: 1, joiningDate: 1, exitDate: 1 } as const;
type EmployedPerson = Pick<UserRow, '_id' | keyof typeof employment>;
type NamedPerson = EmployedPerson & Pick<UserRow, 'name' | 'employeeCode' | 'department'>;

export type HoldersFilter = {
  /** Only people of a higher role than this person, who is not included. */
  above?: ObjectId | undefined;
  /** Only people who hold this permission as well. */
  also?: Permission;
};
export type Holders = { ofLaboratory: UserRow[]; superAdmins: UserRow[] };

export type LaboratoryPage = { laboratoryId: string; page: number; limit: number; search?: string };

/** People and their accounts for other modules, which act for the system unless they pass an actor or a scope. */
@Injectable()
export class StaffPort {
  private readonly everywhere = LabScope.everywhere();

  constructor(
    private readonly users: UserRepository,
    private readonly records: StaffRecords,
    private readonly deputies: Deputies,
    private readonly clock: Clock,
    private readonly preferencesOf: PreferencesRepository,
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

  /** The people within the scope, in no order; ids out of scope are left out. */
  async findPeople(scope: LabScope, userIds: readonly string[]): Promise<UserRow[]> {
    const filter = { _id: { $in: userIds.map(objectId) } };
    return this.users.find(scope, filter, { limit: userIds.length, projection: personProjection });
  }

  /**
   * The people within the scope whose name or code the search matches.
   * @throws DomainError TOO_MANY_AT_ONCE above 10,000.
   */
  async idsMatching(scope: LabScope, search: string): Promise<ObjectId[]> {
    const options = { most: MAX_MATCHES, projection: { _id: 1 } } as const;
    const people = await this.users.findAll(scope, searchFilter('searchWords', search), options);
    return people.map(({ _id }) => _id);
  }

  /** A laboratory's people who belonged to it at some time between two days, by name. */
  async peopleBetween(
    scope: LabScope,
    { laboratoryId, from, to }: { laboratoryId: ObjectId; from: string; to: string },
  ): Promise<UserRow[]> {
    const filter = {
      laboratoryId,
      joiningDate: { $lte: to },
      ...notExitedBefore(from),
    };
    return this.users.findAll(scope, filter, { sort: { sortName: 1, _id: 1 }, projection: personProjection });
  }

  /** Of laboratories' people who belong to them at some time between two days, what decides on their days; in no order. */
  async employedIn(
    scope: LabScope,
    laboratoryIds: readonly ObjectId[],
    [from, to]: readonly [string, string],
  ): Promise<EmployedPerson[]> {
    return this.users.findAll(scope, employedBetween(laboratoryIds, from, to), { projection: employment });
  }

  /** As `employedIn`, with what names them, by name. */
  async namedIn(
    scope: LabScope,
    laboratoryIds: readonly ObjectId[],
    [from, to]: readonly [string, string],
  ): Promise<NamedPerson[]> {
    const projection = { ...employment, name: 1, employeeCode: 1, department: 1 } as const;
    const sort = { sortName: 1, _id: 1 } as const;
    return this.users.findAll(scope, employedBetween(laboratoryIds, from, to), { projection, sort });
  }

  /** The active people with a permission that differs from their role. */
  async peopleWithOverrides(): Promise<UserRow[]> {
    return this.users.withOverrides();
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
    return this.users.page(scope, { filter, sort: { sortName: 1 }, page, limit, projection: personProjection });
  }

  /** The person behind a session as they act now. */
  async createActor(account: UserRow, session: SessionOfActor): Promise<Actor> {
    const standInsOf = await this.deputies.findStandIns([account]);
    return toActor(account, session, this.clock.now(), standInsOf(account));
  }

  /** The deputies of people. */
  async findDeputies(userIds: readonly string[]): Promise<string[]> {
    const people = await this.findPeople(this.everywhere, userIds);
    return people.flatMap(({ deputy }) => deputy?._id.toHexString() ?? []);
  }

  /**
   * The people who hold a permission for a laboratory, and can open what it is for: its own, and the super admins.
   */
  async holdersIn(
    permission: Permission,
    laboratoryId: ObjectId,
    { above, also = permission }: HoldersFilter = {},
  ): Promise<Holders> {
    const candidates = await this.deputies.candidatesFor(permission, laboratoryId);
    // The person who is not among them has no permission of this kind, and so no higher role.
    const subjectRole = candidates.find(({ account }) => above?.equals(account._id))?.account.role ?? 'staff';
    const holders = candidates
      .filter(({ actor }) => reaches(actor, viewPermission(permission)) && reaches(actor, also))
      .filter(({ actor }) =>
        actor.capacities.some(
          (as) => reaches(as, permission) && (!above || (isAbove(as.role, subjectRole) && !as.represents(above))),
        ),
      )
      .map(({ account }) => account);
    return {
      ofLaboratory: holders.filter(({ role }) => role !== 'super_admin'),
      superAdmins: holders.filter(({ role }) => role === 'super_admin'),
    };
  }

  /** Which permissions the person holds as one of {@link holdersIn} does, also as a deputy. */
  async holdingsOf(person: UserRow): Promise<(permission: Permission) => boolean> {
    const actor = (await this.deputies.actors([person]))(person);
    return (permission) => reaches(actor, viewPermission(permission)) && reaches(actor, permission);
  }

  /** Who answers for a laboratory, whatever their permissions: its other active lab admins, or else super admins. */
  async responsibleFor(laboratoryId: ObjectId | null, except: ObjectId): Promise<UserRow[]> {
    const find = (role: Role, place: ObjectId | null) => {
      const filter = { status: 'active', role, laboratoryId: place, _id: { $ne: except } };
      return this.users.findAll(this.everywhere, filter, { projection: personProjection });
    };
    const labAdmins = laboratoryId ? await find('lab_admin', laboratoryId) : [];
    return labAdmins.length > 0 ? labAdmins : find('super_admin', null);
  }

  /** The people within the scope who have one of the roles. */
  async idsWithRoles(scope: LabScope, wanted: readonly Role[]): Promise<ObjectId[]> {
    const people = await this.users.findAll(scope, { role: { $in: wanted } }, { projection: { _id: 1 } });
    return people.map(({ _id }) => _id);
  }

  /** The number of active people of a laboratory, or of the network. */
  async countActive(laboratoryId: ObjectId | null): Promise<number> {
    return this.users.countActive(laboratoryId);
  }

  /** The next active people in the order of ids, with what decides on notifications to them. */
  async activeAfter(laboratoryId: ObjectId | null, id: ObjectId | null, limit: number): Promise<UserRow[]> {
    return this.users.activeAfter(laboratoryId, id, limit);
  }

  /** For a feature that changes people and presents them in its own way. */
  recordsPresentedAs<Item>(present: (viewer: Actor, person: UserRow) => Item | Promise<Item>): Records<UserRow, Item> {
    return this.records.presentedAs(present);
  }

  /** How the product looks to a person. */
  async preferences(userId: string): Promise<Omit<PreferencesRow, '_id'>> {
    return this.preferencesOf.of(userId);
  }

  /** Of the given parts only. Preferences are not versioned: the person's version and history stay as they are. */
  async savePreferences(userId: string, preferences: Omit<PreferencesRow, '_id'>): Promise<void> {
    await this.preferencesOf.save(userId, preferences);
  }

  /** As {@link savePreferences}, of what is sent to the person. */
  async saveNoticePreferences(userId: string, preferences: StoredPreferences): Promise<void> {
    await this.users.savePreferences(userId, preferences);
  }

  async recordLogin(userId: string): Promise<void> {
    await this.users.recordLogin(userId, this.clock.now());
  }

  /** @param since the activity is not recorded if a later one is. */
  async recordActivity(userId: string, at: Date, since: Date): Promise<void> {
    await this.users.recordActivity(userId, at, since);
  }

  /**
   * Stores a person's own new password in the transaction under way.
   * @throws DomainError VERSION_CONFLICT when someone else changed the account in the meantime.
   */
  async setPassword(actor: Actor, account: UserRow, passwordHash: string): Promise<void> {
    const changes = { passwordHash, mustChangePassword: false, temporaryPasswordExpiresAt: null };
    await this.records.write(this.everywhere, account, changes, { actor, action: 'password.changed' });
  }

  /** Stores a temporary password in the transaction under way, on behalf of the system. */
  async issuePassword(account: UserRow, passwordHash: string): Promise<void> {
    const changes = withNewPassword(passwordHash, this.clock.now());
    await this.records.write(this.everywhere, account, changes, { actor: null, action: 'password.issued' });
  }

  /**
   * Stores the role that the provider gives to the person, in the transaction under way, on behalf of the system. As with
   * every other role, overrides and the choice of a deputy end, which were meant for the one before.
   * @throws DomainError VERSION_CONFLICT.
   */
  async setMappedRole(account: UserRow, role: Exclude<Role, 'super_admin'>): Promise<UserRow> {
    const changes = { role, permissionOverrides: {}, deputy: null };
    return this.records.write(this.everywhere, account, changes, { actor: null, action: ROLE_MAPPED });
  }

  async createSuperAdmin({ name, email, passwordHash }: NewSuperAdmin): Promise<UserRow> {
    const body = { name, email: email.toLowerCase(), role: 'super_admin' } as const;
    const now = this.clock.now();
    const row = newUser(body, {
      actor: null,
      laboratory: null,
      employeeCode: employeeCode(NETWORK_PREFIX, 1),
      passwordHash,
      now,
    });
    return this.users.insert({ ...row, mustChangePassword: false, temporaryPasswordExpiresAt: null });
  }
}

/** Also for others than themselves. */
function reaches({ permissions }: Actor, wanted: Permission): boolean {
  return permissions[wanted].allowed && permissions[wanted].scope !== 'own';
}

/** Super admins are above each other too. */
function isAbove(role: Role, other: Role): boolean {
  return role === 'super_admin' || roles.indexOf(role) < roles.indexOf(other);
}
