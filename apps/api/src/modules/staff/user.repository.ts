import {
  type Page,
  type Permission,
  type Role,
  rolesWith,
  type StaffFilterQuery,
  type StaffListQuery,
  type StaffOptionsQuery,
  type StaffSuggestionsQuery,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { LabScope } from '../../platform/domain/lab-scope';
import {
  type Filter,
  type PageRequest,
  type Projection,
  ScopedRepository,
  type StreamRequest,
} from '../../platform/mongo/scoped-repository';
import { searchFilter } from '../../platform/mongo/search-words';
import { sortOrder } from '../../platform/mongo/sort-order';
import { currentSession } from '../../platform/mongo/unit-of-work';
import { type StoredPreferences, USER_MODEL, type UserRow } from './user.document';

/** The fields of each sort order. */
const sortFields = {
  name: ['sortName'],
  employeeCode: ['employeeCode'],
  role: ['role', 'sortName'],
  department: ['department', 'sortName'],
  joiningDate: ['joiningDate'],
  lastLogin: ['lastLogin'],
  status: ['status', 'sortName'],
  createdAt: ['createdAt'],
} as const;

const optionProjection = { name: 1, email: 1, employeeCode: 1, role: 1, status: 1, laboratoryId: 1 } as const;

const listProjection = {
  ...optionProjection,
  phone: 1,
  department: 1,
  designation: 1,
  skills: 1,
  employmentType: 1,
  joiningDate: 1,
  exitDate: 1,
  shift: 1,
  lastLogin: 1,
  lastActivityAt: 1,
  mustChangePassword: 1,
  temporaryPasswordExpiresAt: 1,
  permissionOverrides: 1,
  createdAt: 1,
  updatedAt: 1,
  version: 1,
} as const;

/** What decides on an action of an account. */
const accountProjection = {
  name: 1,
  role: 1,
  laboratoryId: 1,
  status: 1,
  mustChangePassword: 1,
  temporaryPasswordExpiresAt: 1,
  permissionOverrides: 1,
  deputy: 1,
  influences: 1,
  // Both parts: who is notified of something may get a message of it as well.
  preferences: 1,
} as const;

/** Everything about a person that other features and the person's own page show. */
export const personProjection = { passwordHash: 0, searchWords: 0 } as const;

const MAX_SUGGESTIONS = 20;

const employed = { status: { $in: ['active', 'suspended'] } };

type Named<Request> = Request & { projection: Projection };
type Options<Method extends 'find' | 'findAll'> = NonNullable<Parameters<ScopedRepository<UserRow>[Method]>[2]>;

@Injectable()
export class UserRepository extends ScopedRepository<UserRow> {
  constructor(@InjectModel(USER_MODEL) model: Model<UserRow>) {
    super(model, { laboratory: 'laboratoryId', person: '_id' });
  }

  /** Reads of several people name the fields that they need, so that no list loads what it does not show. */
  override find(scope: LabScope, filter: Filter, options: Named<Options<'find'>>): Promise<UserRow[]> {
    return super.find(scope, filter, options);
  }

  override findAll(scope: LabScope, filter: Filter, options: Named<Options<'findAll'>>): Promise<UserRow[]> {
    return super.findAll(scope, filter, options);
  }

  override page(scope: LabScope, request: Named<PageRequest>): Promise<Page<UserRow>> {
    return super.page(scope, request);
  }

  override stream(scope: LabScope, request: Named<StreamRequest>): AsyncIterable<UserRow> {
    return super.stream(scope, request);
  }

  async list(scope: LabScope, query: StaffListQuery): Promise<Page<UserRow>> {
    const sort = sortOrder(sortFields, query.sort);
    return this.page(scope, {
      filter: toFilter(query),
      sort,
      ...('employeeCode' in sort && { uniqueSort: true as const }),
      page: query.page,
      limit: query.limit,
      projection: listProjection,
    });
  }

  /** The first rows of the list, under the same filters and in the same order. */
  async first(scope: LabScope, query: StaffFilterQuery, limit: number): Promise<UserRow[]> {
    const sort = sortOrder(sortFields, query.sort);
    return this.find(scope, toFilter(query), {
      sort: { ...sort, _id: Object.values(sort)[0] ?? 1 },
      limit,
      projection: listProjection,
    });
  }

  /** People by name, streamed. */
  eachForReport(scope: LabScope, filter: Filter): AsyncIterable<UserRow> {
    return this.stream(scope, { filter, sort: { sortName: 1 }, projection: listProjection });
  }

  /** The number of rows of the list, under the same filters. */
  countListed(scope: LabScope, query: StaffFilterQuery): Promise<number> {
    return this.count(scope, toFilter(query));
  }

  async options(scope: LabScope, { laboratoryId, search, limit }: StaffOptionsQuery): Promise<UserRow[]> {
    const filter = {
      status: { $in: ['active', 'suspended'] },
      ...(laboratoryId && { laboratoryId: new Types.ObjectId(laboratoryId) }),
      ...searchFilter('searchWords', search),
    };
    return this.find(scope, filter, {
      sort: { sortName: 1, _id: 1 },
      limit,
      projection: optionProjection,
    });
  }

  /** The highest number of the employee codes with the prefix, 0 where there is none. */
  async lastEmployeeNumber(scope: LabScope, prefix: string): Promise<number> {
    // A laboratory's code consists of letters, digits and hyphens.
    const filter = { employeeCode: { $regex: `^${prefix}-\\d{4,}$` } };
    const [last] = await this.find(scope, filter, {
      sort: { employeeCode: -1 },
      limit: 1,
      projection: optionProjection,
    });
    return last ? Number(last.employeeCode.slice(prefix.length + 1)) : 0;
  }

  /** Values of a field of people who have not exited, those that start with the search. */
  async suggest(scope: LabScope, { field, search, laboratoryId }: StaffSuggestionsQuery): Promise<string[]> {
    const filter = {
      status: { $in: ['active', 'suspended'] },
      ...(laboratoryId && { laboratoryId: new Types.ObjectId(laboratoryId) }),
    };
    return this.distinctTexts(scope, field, { filter, start: search, limit: MAX_SUGGESTIONS });
  }

  async activeSuperAdminsBesides(ids: readonly string[]): Promise<number> {
    const others = { _id: { $nin: ids.map((id) => new Types.ObjectId(id)) } };
    return this.count(LabScope.everywhere(), { role: 'super_admin', status: 'active', ...others });
  }

  /**
   * The employed people whose role, overrides or deputy matter to who holds a permission in a laboratory: its own, and
   * the super admins.
   */
  async possibleHolders(permission: Permission, laboratoryId: Types.ObjectId): Promise<UserRow[]> {
    const held = [
      { role: { $in: rolesWith(permission) } },
      { permissionOverrides: { $ne: {} } },
      { 'deputy._id': { $exists: true } },
    ];
    const [ofNetwork, ofLaboratory] = [{ role: 'super_admin' }, { laboratoryId, $or: held }];
    // Each branch names the status, so that each is found through its index.
    const branches = [ofNetwork, ofLaboratory].map((branch) => ({ ...employed, ...branch }));
    const options = { sort: { sortName: 1, _id: 1 }, projection: accountProjection } as const;
    return this.findAll(LabScope.everywhere(), { $or: branches }, options);
  }

  /** The active people with a permission that differs from their role. */
  async withOverrides(): Promise<UserRow[]> {
    // As the filter of its index says it.
    const filter = { status: 'active', permissionOverrides: { $gt: {} } };
    return this.findAll(LabScope.everywhere(), filter, { projection: personProjection });
  }

  /** People who have not left and whose deputy is one of the given people. */
  async withDeputyAmong(deputyIds: readonly Types.ObjectId[]): Promise<UserRow[]> {
    return this.employed({ 'deputy._id': { $in: deputyIds } });
  }

  /** People who have not left and have a deputy. */
  async withDeputy(): Promise<UserRow[]> {
    return this.employed({ 'deputy._id': { $exists: true } });
  }

  private async employed(filter: Filter): Promise<UserRow[]> {
    return this.findAll(LabScope.everywhere(), { ...filter, ...employed }, { projection: accountProjection });
  }

  /** The number of active people of the scope, by role. */
  async countActiveByRole(scope: LabScope): Promise<Partial<Record<Role, number>>> {
    const groups = await this.aggregate<{ _id: Role; count: number }>(scope, [
      { $match: { status: 'active' } },
      { $group: { _id: '$role', count: { $sum: 1 } } },
    ]);
    return Object.fromEntries(groups.map(({ _id, count }) => [_id, count]));
  }

  /** Does not count as a change of the person: version and history stay as they are. */
  async recordLogin(id: string, at: Date): Promise<void> {
    const changes = { lastLogin: at, lastActivityAt: at };
    await this.model.updateOne({ _id: new Types.ObjectId(id) }, { $set: changes }).session(currentSession());
  }

  /** As {@link recordLogin}, unless an activity since the given time is recorded already, such as in another session. */
  async recordActivity(id: string, at: Date, since: Date): Promise<void> {
    const idle = { $or: [{ lastActivityAt: null }, { lastActivityAt: { $lt: since } }] };
    await this.model.updateOne({ _id: new Types.ObjectId(id), ...idle }, { $set: { lastActivityAt: at } });
  }

  /** When someone of the laboratory was last active. */
  async lastActivityIn(scope: LabScope): Promise<Date | null> {
    const [last] = await this.aggregate<{ at: Date | null }>(scope, [
      { $group: { _id: null, at: { $max: '$lastActivityAt' } } },
    ]);
    return last?.at ?? null;
  }

  /** As {@link recordLogin}. */
  /** The given parts; others stay. */
  async savePreferences(id: string, parts: StoredPreferences): Promise<void> {
    const changes = {
      $set: Object.fromEntries(Object.entries(parts).map(([name, part]) => [`preferences.${name}`, part])),
    };
    await this.model.updateOne({ _id: new Types.ObjectId(id) }, changes).session(currentSession());
  }

  async countActive(laboratoryId: Types.ObjectId | null): Promise<number> {
    return this.count(LabScope.everywhere(), activeIn(laboratoryId));
  }

  /** Active people in the order of their ids, those after the given one. */
  async activeAfter(laboratoryId: Types.ObjectId | null, id: Types.ObjectId | null, limit: number): Promise<UserRow[]> {
    const filter = { ...activeIn(laboratoryId), ...(id && { _id: { $gt: id } }) };
    return this.find(LabScope.everywhere(), filter, { sort: { _id: 1 }, limit, projection: accountProjection });
  }
}

/** The active people of a laboratory; without one, everyone's. */
function activeIn(laboratoryId: Types.ObjectId | null): Filter {
  return { status: 'active', ...(laboratoryId && { laboratoryId }) };
}

function toFilter(query: StaffFilterQuery): Filter {
  const { laboratoryId, role, status, employmentType, department, mustChangePassword } = query;
  const joiningDate = between(query.joinedFrom, query.joinedTo);
  const exitDate = between(query.leftFrom, query.leftTo);
  const isCompared = role ?? status ?? employmentType ?? department ?? joiningDate ?? exitDate ?? mustChangePassword;
  return {
    // With every name, the rest is compared within the index by name, without reading other people.
    ...(isCompared !== undefined && { sortName: { $gte: '' } }),
    ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((id) => new Types.ObjectId(id)) } }),
    ...(role && { role: { $in: role } }),
    ...(status && { status: { $in: status } }),
    ...(employmentType && { employmentType: { $in: employmentType } }),
    ...(department && { department: { $in: department } }),
    ...(joiningDate && { joiningDate }),
    ...(exitDate && { exitDate }),
    ...(mustChangePassword !== undefined && { mustChangePassword }),
    ...searchFilter('searchWords', query.search),
  };
}

/** Days, both included; undefined if there is no limit. */
function between(from: string | undefined, to: string | undefined): Filter | undefined {
  return (from ?? to) ? { ...(from && { $gte: from }), ...(to && { $lte: to }) } : undefined;
}
