import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { RecallBatch } from './recall-batch';

const routes = contract.batchRecalls;

@Controller()
export class RecallController {
  constructor(private readonly recalls: RecallBatch) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.recalls.list(actor, query);
  }

  @Implements(routes.trace)
  trace(actor: Actor, { query }: Input<typeof routes.trace>) {
    return this.recalls.trace(actor, query.batchNumber);
  }

  @Implements(routes.recall)
  recall(actor: Actor, { body }: Input<typeof routes.recall>) {
    return () => this.recalls.recall(actor, body);
  }

  @Implements(routes.end)
  end(actor: Actor, { params, body }: Input<typeof routes.end>) {
    return () => this.recalls.end(actor, params.id, body.version);
  }
}
