import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { DashboardSources } from './dashboard.port';

/** What the dashboard says of laboratories themselves. They are part of it, because every block is of laboratories. */
@Injectable()
export class LaboratoryDashboard implements OnModuleInit {
  constructor(
    private readonly sources: DashboardSources,
    private readonly laboratories: LaboratoriesPort,
  ) {}

  onModuleInit(): void {
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
