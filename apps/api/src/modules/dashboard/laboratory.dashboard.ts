import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DocumentNames } from '../../platform/audit/document-names';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { DashboardSources } from './dashboard.port';

/** What the dashboard says of laboratories themselves. They are part of it, because every block is of laboratories. */
@Injectable()
export class LaboratoryDashboard implements OnModuleInit {
  constructor(
    private readonly sources: DashboardSources,
    private readonly names: DocumentNames,
    private readonly laboratories: LaboratoriesPort,
  ) {}

  onModuleInit(): void {
    this.names.register({
      entity: 'laboratory',
      permission: 'laboratories.view',
      names: async (scope, ids) => {
        const found = await this.laboratories.findAll(ids.filter((id) => scope.reaches(id.toHexString())));
        return [...found.values()].map(({ _id, name }) => [_id, name] as const);
      },
    });
    this.sources.register({
      permission: 'laboratories.view',
      attention: ({ actor, laboratoryId }) => [
        {
          permission: 'laboratories.view',
          level: 'info',
          names: ['laboratory suspended', 'laboratories suspended'],
          resource: 'laboratories',
          filter: { status: ['suspended'] },
          count: async () => {
            if (laboratoryId !== undefined) return 0;
            const all = await this.laboratories.listInScope(actor.scope('laboratories.view'));
            return all.filter(({ status }) => status === 'suspended').length;
          },
        },
      ],
    });
  }
}
