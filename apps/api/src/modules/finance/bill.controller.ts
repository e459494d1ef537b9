import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { EnterBill } from './enter-bill';
import { EnterCredit } from './enter-credit';
import { OrderBillQueries } from './order-bills';

const routes = contract.bills;

@Controller()
export class BillController {
  constructor(
    private readonly queries: OrderBillQueries,
    private readonly entering: EnterBill,
    private readonly crediting: EnterCredit,
  ) {}

  @Implements(routes.ofOrder)
  ofOrder(actor: Actor, { params }: Input<typeof routes.ofOrder>) {
    return this.queries.ofOrder(actor, params.id);
  }

  @Implements(routes.enter)
  enter(actor: Actor, { params, body }: Input<typeof routes.enter>) {
    return () => this.entering.enter(actor, params.id, body);
  }

  @Implements(routes.enterCredit)
  enterCredit(actor: Actor, { params, body }: Input<typeof routes.enterCredit>) {
    return () => this.crediting.enter(actor, params.id, body);
  }
}
