import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { DecideOrders } from './orders/decide-orders';
import { EditOrders } from './orders/edit-orders';
import { ListOrders } from './orders/list-orders';
import { MoveOrders } from './orders/move-orders';
import { PurchaseOrders } from './orders/purchase-orders';
import { ReceiveOrder } from './receipts/receive-order';
import { ReturnGoods } from './receipts/return-goods';
import { ReviewSupplier } from './review/review-supplier';

const routes = contract.purchaseOrders;

@Controller()
export class PurchaseOrderController {
  constructor(
    private readonly store: PurchaseOrders,
    private readonly lists: ListOrders,
    private readonly editing: EditOrders,
    private readonly decisions: DecideOrders,
    private readonly moves: MoveOrders,
    private readonly receipts: ReceiveOrder,
    private readonly returns: ReturnGoods,
    private readonly reviews: ReviewSupplier,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.lists.list(actor, query);
  }

  @Implements(routes.export)
  export(actor: Actor, { query }: Input<typeof routes.export>) {
    return this.lists.export(actor, query);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.store.records.get(actor, 'purchaseOrders.view', params.id);
  }

  @Implements(routes.history)
  history(actor: Actor, { params, query }: Input<typeof routes.history>) {
    return this.store.records.history(actor, 'purchaseOrders.view', params.id, query);
  }

  @Implements(routes.create)
  create(actor: Actor, { body }: Input<typeof routes.create>) {
    return () => this.editing.create(actor, body);
  }

  @Implements(routes.draft)
  draft(actor: Actor, { body }: Input<typeof routes.draft>) {
    return () => this.editing.draft(actor, body);
  }

  @Implements(routes.update)
  update(actor: Actor, { params, body }: Input<typeof routes.update>) {
    return this.editing.update(actor, params.id, body);
  }

  @Implements(routes.submit)
  submit(actor: Actor, { params, body }: Input<typeof routes.submit>) {
    return () => this.moves.submit(actor, params.id, body);
  }

  @Implements(routes.decide)
  decide(actor: Actor, { params, body }: Input<typeof routes.decide>) {
    return this.decisions.decide(actor, params.id, body);
  }

  @Implements(routes.bulkDecide)
  bulkDecide(actor: Actor, { body }: Input<typeof routes.bulkDecide>) {
    return this.decisions.decideMany(actor, body);
  }

  @Implements(routes.send)
  send(actor: Actor, { params, body }: Input<typeof routes.send>) {
    return () => this.moves.send(actor, params.id, body);
  }

  @Implements(routes.cancel)
  cancel(actor: Actor, { params, body }: Input<typeof routes.cancel>) {
    return () => this.moves.cancel(actor, params.id, body);
  }

  @Implements(routes.closeShort)
  closeShort(actor: Actor, { params, body }: Input<typeof routes.closeShort>) {
    return () => this.moves.closeShort(actor, params.id, body);
  }

  @Implements(routes.close)
  close(actor: Actor, { params, body }: Input<typeof routes.close>) {
    return () => this.moves.close(actor, params.id, body);
  }

  @Implements(routes.receive)
  receive(actor: Actor, { params, body }: Input<typeof routes.receive>) {
    return () => this.receipts.receive(actor, params.id, body);
  }

  @Implements(routes.returnGoods)
  returnGoods(actor: Actor, { params, body }: Input<typeof routes.returnGoods>) {
    return () => this.returns.return(actor, params.id, body);
  }

  @Implements(contract.suppliers.review)
  review(actor: Actor, { params, query }: Input<typeof contract.suppliers.review>) {
    return this.reviews.review(actor, params.id, query);
  }
}
