import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { LaboratoryService } from './laboratory.service';

const routes = contract.laboratories;

@Controller()
export class LaboratoryController {
  constructor(private readonly laboratories: LaboratoryService) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.laboratories.list(actor, query);
  }

  @Implements(routes.options)
  options(actor: Actor) {
    return this.laboratories.options(actor);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.laboratories.records.get(actor, 'laboratories.view', params.id);
  }

  @Implements(routes.create)
  create(actor: Actor, { body }: Input<typeof routes.create>) {
    return () => this.laboratories.create(actor, body);
  }

  @Implements(routes.update)
  update(actor: Actor, { params, body }: Input<typeof routes.update>) {
    return this.laboratories.update(actor, params.id, body);
  }

  @Implements(routes.copy)
  copy(actor: Actor, { params, body }: Input<typeof routes.copy>) {
    return () => this.laboratories.copy(actor, params.id, body);
  }

  @Implements(routes.addHolidays)
  addHolidays(actor: Actor, { body }: Input<typeof routes.addHolidays>) {
    return () => this.laboratories.addHolidays(actor, body);
  }

  @Implements(routes.archive)
  archive(actor: Actor, { params, query }: Input<typeof routes.archive>) {
    return this.laboratories.archive(actor, params.id, query.version);
  }

  @Implements(routes.blockers)
  blockers(actor: Actor, { params }: Input<typeof routes.blockers>) {
    return this.laboratories.blockers(actor, params.id);
  }

  @Implements(routes.history)
  history(actor: Actor, { params, query }: Input<typeof routes.history>) {
    return this.laboratories.records.history(actor, 'laboratories.view', params.id, query);
  }

  @Implements(routes.stats)
  stats(actor: Actor, { params, query }: Input<typeof routes.stats>) {
    return this.laboratories.stats(actor, params.id, query);
  }
}
