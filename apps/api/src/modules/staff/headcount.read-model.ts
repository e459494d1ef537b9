import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import { Caches } from '../../platform/cache/caches';
import type { LabScope } from '../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../platform/domain/object-id';
import type { Filter } from '../../platform/mongo/scoped-repository';
import type { Period } from '../../platform/time/report-period';
import { staffChanged } from './staff-records';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

/** A group of people who are equal in everything that is counted. */
export type Headcount = Pick<UserRow, 'status' | 'role' | 'employmentType' | 'department' | 'laboratoryId'> & {
  mustChangePassword: boolean;
  joined: boolean;
  count: number;
};

export type StaffCount = Pick<UserRow, 'laboratoryId' | 'role'> & Record<'active' | 'suspended' | 'exited', number>;

/** People of a group with the same first and last day; null for a day outside the period that was read. */
export type Employment = { key: string | null; joined: string | null; left: string | null; count: number };
type EmploymentField = 'laboratoryId' | 'department' | 'role';

/** Counts people in groups. */
@Injectable()
export class HeadcountReadModel implements OnModuleInit {
  private readonly cache;

  constructor(
    private readonly users: UserRepository,
    private readonly events: DomainEvents,
    caches: Caches,
  ) {
    this.cache = caches.create<Headcount[]>({ name: 'staff.headcounts' });
  }

  onModuleInit(): void {
    this.events.invalidates(staffChanged, () => this.cache.clear());
  }

  /** The number of people by laboratory and role. */
  async countForReport(scope: LabScope, filter: Filter): Promise<StaffCount[]> {
    const ofStatus = (status: string) => ({ $sum: { $cond: [{ $eq: ['$status', status] }, 1, 0] } });
    const counts = { active: ofStatus('active'), suspended: ofStatus('suspended'), exited: ofStatus('exited') };
    return this.users.aggregate(scope, [
      { $match: filter },
      { $group: { _id: { laboratoryId: '$laboratoryId', role: '$role' }, ...counts } },
      { $sort: { '_id.role': 1 } },
      {
        $project: { _id: 0, laboratoryId: '$_id.laboratoryId', role: '$_id.role', active: 1, suspended: 1, exited: 1 },
      },
    ]);
  }

  /** The people of the scope, or of one laboratory, counted in groups; cached until someone changes. */
  headcounts(scope: LabScope, laboratoryId: string | undefined, joined: Period): Promise<Headcount[]> {
    const key = JSON.stringify([scope.laboratoryId, scope.userId, laboratoryId, joined]);
    return this.cache.get(key, async () => ({ value: await this.count(scope, laboratoryId, joined) }));
  }

  private async count(scope: LabScope, laboratoryId: string | undefined, joined: Period): Promise<Headcount[]> {
    const group = {
      status: '$status',
      role: '$role',
      employmentType: '$employmentType',
      department: '$department',
      laboratoryId: '$laboratoryId',
      mustChangePassword: '$mustChangePassword',
      joined: { $and: [{ $gte: ['$joiningDate', joined.from] }, { $lte: ['$joiningDate', joined.to] }] },
    };
    const groups = await this.users.aggregate<{ _id: Omit<Headcount, 'count'>; count: number }>(scope, [
      ...(laboratoryId ? [{ $match: { laboratoryId: objectId(laboratoryId) } }] : []),
      { $group: { _id: group, count: { $sum: 1 } } },
    ]);
    return groups.map(({ _id, count }) => ({ ..._id, count }));
  }

  /** The people who were employed at some time between two days, counted by group and by when they came and left. */
  async employments(scope: LabScope, { from, to }: Period, field: EmploymentField | null): Promise<Employment[]> {
    const filter = { joiningDate: { $lte: to }, $or: [{ exitDate: null }, { exitDate: { $gte: from } }] };
    const group = {
      key: field && `$${field}`,
      // All who came before count as one group.
      joined: { $cond: [{ $lt: ['$joiningDate', from] }, null, '$joiningDate'] },
      left: { $cond: [{ $gt: ['$exitDate', to] }, null, '$exitDate'] },
    };
    const groups = await this.users.aggregate<{
      _id: { key: ObjectId | string | null; joined: string | null; left: string | null };
      count: number;
    }>(scope, [{ $match: filter }, { $group: { _id: group, count: { $sum: 1 } } }]);
    return groups.map(({ _id: { key, joined, left }, count }) => ({
      key: key === null ? null : String(key),
      joined,
      left,
      count,
    }));
  }
}
