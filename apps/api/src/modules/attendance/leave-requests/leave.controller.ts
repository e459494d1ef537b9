import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { LeaveService } from './request-leave';

const routes = contract.leaves;

@Controller()
export class LeaveController {
  constructor(private readonly leaves: LeaveService) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.leaves.list(actor, query);
  }

  @Implements(routes.balance)
  balance(actor: Actor, { query }: Input<typeof routes.balance>) {
    return this.leaves.balance(actor, query);
  }

  @Implements(routes.teamBalances)
  teamBalances(actor: Actor, { query }: Input<typeof routes.teamBalances>) {
    return this.leaves.teamBalances(actor, query);
  }

  @Implements(routes.preview)
  preview(actor: Actor, { query }: Input<typeof routes.preview>) {
    return this.leaves.preview(actor, query);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.leaves.get(actor, params.id);
  }

  @Implements(routes.history)
  history(actor: Actor, { params, query }: Input<typeof routes.history>) {
    return this.leaves.history(actor, params.id, query);
  }

  @Implements(routes.request)
  request(actor: Actor, { body }: Input<typeof routes.request>) {
    return () => this.leaves.request(actor, body);
  }

  @Implements(routes.decide)
  decide(actor: Actor, { params, body }: Input<typeof routes.decide>) {
    return this.leaves.decide(actor, params.id, body);
  }

  @Implements(routes.bulkDecide)
  bulkDecide(actor: Actor, { body }: Input<typeof routes.bulkDecide>) {
    return this.leaves.decideMany(actor, body);
  }

  @Implements(routes.cancel)
  cancel(actor: Actor, { params, query }: Input<typeof routes.cancel>) {
    return this.leaves.cancel(actor, params.id, query.version);
  }
}
