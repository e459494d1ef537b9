import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { DecideWriteOffs } from './decide-write-offs';

const routes = contract.writeOffs;

@Controller()
export class WriteOffController {
  constructor(private readonly writeOffs: DecideWriteOffs) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.writeOffs.list(actor, query);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.writeOffs.get(actor, params.id);
  }

  @Implements(routes.decide)
  decide(actor: Actor, { params, body }: Input<typeof routes.decide>) {
    return this.writeOffs.decide(actor, params.id, body);
  }

  @Implements(routes.bulkDecide)
  bulkDecide(actor: Actor, { body }: Input<typeof routes.bulkDecide>) {
    return this.writeOffs.decideMany(actor, body);
  }

  @Implements(routes.withdraw)
  withdraw(actor: Actor, { params, body }: Input<typeof routes.withdraw>) {
    return () => this.writeOffs.withdraw(actor, params.id, body.version);
  }
}
