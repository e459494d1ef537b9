import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { PeriodCloseService } from './close-books';

const routes = contract.transactions;

@Controller()
export class PeriodCloseController {
  constructor(private readonly periods: PeriodCloseService) {}

  @Implements(routes.periodClose)
  get(actor: Actor) {
    return this.periods.get(actor);
  }

  @Implements(routes.pendingBeforeClose)
  pending(actor: Actor, { query }: Input<typeof routes.pendingBeforeClose>) {
    return this.periods.pendingThrough(actor, query);
  }

  @Implements(routes.setPeriodClose)
  set(actor: Actor, { body }: Input<typeof routes.setPeriodClose>) {
    return this.periods.set(actor, body);
  }
}
