import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DocumentNames } from '../../platform/audit/document-names';
import { DashboardSources, linkToList } from '../dashboard/dashboard.port';
import { StaffService } from './staff.service';
import { UserRepository } from './user.repository';

/** People on the dashboard. */
@Injectable()
export class StaffDashboard implements OnModuleInit {
  constructor(
    private readonly sources: DashboardSources,
    private readonly names: DocumentNames,
    private readonly staff: StaffService,
    private readonly users: UserRepository,
  ) {}

  onModuleInit(): void {
    this.names.register({
      entity: 'user',
      permission: 'staff.view',
      names: async (scope, ids) => {
        const options = { limit: ids.length, projection: { name: 1 } } as const;
        const rows = await this.users.find(scope, { _id: { $in: ids } }, options);
        return rows.map(({ _id, name }) => [_id, name] as const);
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
