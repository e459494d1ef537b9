import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/mongo/lab-scope';
import { LaboratoryFacts } from '../laboratories/laboratories.port';
import { STAFF_LOCK } from './staff-assignment';
import { UserRepository } from './user.repository';

/** Provides laboratories with facts about their people: whether there are any, who prevents archiving, and how many. */
@Injectable()
export class StaffLaboratoryFacts implements OnModuleInit {
  constructor(
    private readonly facts: LaboratoryFacts,
    private readonly users: UserRepository,
  ) {}

  onModuleInit(): void {
    this.facts.register({
      exist: async (laboratoryId) => (await this.users.findOne(LabScope.ofLaboratory(laboratoryId), {})) !== null,
      blockers: async (laboratoryId) => {
        const count = await this.users.count(LabScope.ofLaboratory(laboratoryId), { status: 'active' });
        return count === 0 ? [] : [{ name: 'active staff', count, resource: 'staff' }];
      },
      lock: STAFF_LOCK,
      lastActivity: (laboratoryId) => this.users.lastActivityIn(LabScope.ofLaboratory(laboratoryId)),
      stats: async ({ actor, laboratoryId }) => {
        if (!actor.may('staff.view')) return {};
        const byRole = await this.users.countActiveByRole(LabScope.ofLaboratory(laboratoryId));
        return { staff: { total: Object.values(byRole).reduce((sum, count) => sum + count, 0), byRole } };
      },
    });
  }
}
