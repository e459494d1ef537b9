import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { Reorder } from './reorder';
import { StockAlertService } from './stock-alert.service';

const routes = contract.stockAlerts;

@Controller()
export class StockAlertController {
  constructor(
    private readonly alerts: StockAlertService,
    private readonly reorders: Reorder,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.alerts.list(actor, query);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.alerts.records.get(actor, 'inventory.view', params.id);
  }

  @Implements(routes.change)
  change(actor: Actor, { params, body }: Input<typeof routes.change>) {
    return this.alerts.change(actor, params.id, body);
  }

  @Implements(routes.reorder)
  reorder(actor: Actor, { query }: Input<typeof routes.reorder>) {
    return this.reorders.suggestions(actor, query);
  }

  @Implements(routes.reorderTotals)
  reorderTotals(actor: Actor, { query }: Input<typeof routes.reorderTotals>) {
    return this.reorders.totals(actor, query);
  }

  @Implements(routes.order)
  order(actor: Actor, { params, body }: Input<typeof routes.order>) {
    return () => this.reorders.order(actor, params.id, body);
  }
}
