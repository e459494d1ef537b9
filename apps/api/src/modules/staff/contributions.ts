import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/domain/lab-scope';
import { DashboardSources, linkToList } from '../dashboard/dashboard.port';
import { LaboratoryFacts } from '../laboratories/laboratories.port';
import { STAFF_LOCK } from './staff-assignment';
import { StaffService } from './staff.service';
import { UserRepository } from './user.repository';

/** What people are to other features: facts about their laboratories, and their numbers on the dashboard. */
@Injectable()
export class StaffContributions implements OnModuleInit {
  constructor(
    private readonly facts: LaboratoryFacts,
    private readonly sources: DashboardSources,
    private readonly staff: StaffService,
    private readonly users: UserRepository,
  ) {}

  onModuleInit(): void {
    this.facts.register({
      hasRecords: async (laboratoryId) => (await this.users.findOne(LabScope.ofLaboratory(laboratoryId), {})) !== null,
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
    this.sources.register({
      permission: 'staff.view',
      blocks: { staff: ({ actor, laboratoryId }) => this.staff.stats(actor, laboratoryId) },
      columns: {
        staff: async ({ actor }) => {
          const { byLaboratory } = await this.staff.stats(actor, undefined);
          return new Map(
            byLaboratory.flatMap(({ laboratory, count }) => (laboratory ? [[laboratory._id, { active: count }]] : [])),
          );
        },
      },
      quick: {
        staff: async ({ actor, laboratoryId }) => {
          const { byStatus } = await this.staff.stats(actor, laboratoryId);
          return { active: byStatus.active };
        },
      },
      attention: (request) => [
        {
          level: 'info',
          names: ["person hasn't chosen a password yet", "people haven't chosen a password yet"],
          resource: 'staff',
          ...linkToList({
            request,
            permission: 'staff.edit',
            filter: { status: ['active'], mustChangePassword: ['true'] },
          }),
          count: async () => (await this.staff.stats(request.actor, request.laboratoryId)).passwordPending,
        },
      ],
    });
  }
}
