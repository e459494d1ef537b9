import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { Prepared } from '../../platform/idempotency/idempotency';
import { InventoryAnalyses, InventoryStatistics } from './statistics';
import { CountStock } from './count-stock';
import { ChangeStock } from './change-stock';
import { EditItems } from './edit-items';
import { ItemLists } from './item-lists';
import { ItemSheet } from './item-sheet';

const routes = contract.inventory;

@Controller()
export class InventoryController {
  constructor(
    private readonly lists: ItemLists,
    private readonly items: EditItems,
    private readonly stock: ChangeStock,
    private readonly counts: CountStock,
    private readonly reports: InventoryStatistics,
    private readonly analyses: InventoryAnalyses,
    private readonly sheets: ItemSheet,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.lists.list(actor, query);
  }

  @Implements(routes.lowStock)
  lowStock(actor: Actor, { query }: Input<typeof routes.lowStock>) {
    return this.lists.lowStock(actor, query);
  }

  @Implements(routes.expiring)
  expiring(actor: Actor, { query }: Input<typeof routes.expiring>) {
    return this.reports.expiring(actor, query);
  }

  @Implements(routes.analytics)
  analytics(actor: Actor, { query }: Input<typeof routes.analytics>) {
    return this.analyses.analytics(actor, query);
  }

  @Implements(routes.stats)
  stats(actor: Actor, { query }: Input<typeof routes.stats>) {
    return this.reports.stats(actor, query.laboratoryId);
  }

  @Implements(routes.suggestions)
  suggestions(actor: Actor, { query }: Input<typeof routes.suggestions>) {
    return this.lists.suggestions(actor, query);
  }

  @Implements(routes.movements)
  movements(actor: Actor, { query }: Input<typeof routes.movements>) {
    return this.lists.movements(actor, query);
  }

  @Implements(routes.countSheet)
  countSheet(actor: Actor, { query }: Input<typeof routes.countSheet>) {
    return this.counts.sheet(actor, query);
  }

  @Implements(routes.export)
  export(actor: Actor, { query }: Input<typeof routes.export>) {
    return this.sheets.export(actor, query);
  }

  @Implements(routes.importTemplate)
  importTemplate(actor: Actor, { query }: Input<typeof routes.importTemplate>) {
    return this.sheets.template(actor, query.format);
  }

  @Implements(routes.import)
  import(actor: Actor, { body }: Input<typeof routes.import>) {
    return new Prepared(() => this.sheets.prepareImport(actor, body));
  }

  @Implements(routes.bulkUpdate)
  bulkUpdate(actor: Actor, { body }: Input<typeof routes.bulkUpdate>) {
    return () => this.items.bulkUpdate(actor, body);
  }

  @Implements(routes.batch)
  batch(actor: Actor, { params }: Input<typeof routes.batch>) {
    return this.lists.ofBatch(actor, params.id);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.lists.get(actor, params.id);
  }

  @Implements(routes.create)
  create(actor: Actor, { body }: Input<typeof routes.create>) {
    return () => this.items.create(actor, body);
  }

  @Implements(routes.update)
  update(actor: Actor, { params, body }: Input<typeof routes.update>) {
    return this.items.update(actor, params.id, body);
  }

  @Implements(routes.discontinue)
  discontinue(actor: Actor, { params, query }: Input<typeof routes.discontinue>) {
    return this.items.discontinue(actor, params.id, query.version);
  }

  @Implements(routes.changeStock)
  changeStock(actor: Actor, { params, body }: Input<typeof routes.changeStock>) {
    return () => this.stock.change(actor, params.id, body);
  }

  @Implements(routes.count)
  count(actor: Actor, { params, body }: Input<typeof routes.count>) {
    return () => this.counts.count(actor, params.id, body);
  }

  @Implements(routes.changeBatch)
  changeBatch(actor: Actor, { params, body }: Input<typeof routes.changeBatch>) {
    return () => this.stock.changeBatch(actor, params.id, params.batchId, body);
  }

  @Implements(routes.history)
  history(actor: Actor, { params, query }: Input<typeof routes.history>) {
    return this.lists.history(actor, params.id, query);
  }
}
