import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { DashboardService } from './dashboard.service';

const routes = contract.dashboard;

@Controller()
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Implements(routes.get)
  get(actor: Actor, { query }: Input<typeof routes.get>) {
    return this.dashboard.get(actor, query);
  }

  @Implements(routes.quickStats)
  quickStats(actor: Actor, { query }: Input<typeof routes.quickStats>) {
    return this.dashboard.quickStats(actor, query.laboratoryId);
  }
}
