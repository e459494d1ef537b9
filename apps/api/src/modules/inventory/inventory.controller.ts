import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { Prepared } from '../../platform/idempotency/idempotency';
import { Reorder } from './alerts/reorder';
import { StockAlerts } from './alerts/stock-alerts';
import { ResolveScan } from './resolve-scan';
import { ChangeStock } from './change-stock';
import { CountStock } from './count-stock';
import { EditItems } from './edit-items';
import { ItemLists } from './item-lists';
import { ItemSheet } from './item-sheet';
import { RecallBatch } from './recalls/recall-batch';
import { InventoryAnalyses, InventoryStatistics } from './statistics';
import { Items } from './stock/item';
import { ReceiveTransfer } from './transfers/receive-transfer';
import { Rescues } from './transfers/rescues';
import { SendTransfer } from './transfers/send-transfer';
import { Transfers } from './transfers/transfer';
import { DecideWriteOffs } from './write-offs/decide-write-offs';
import { WriteOffs } from './write-offs/write-off';

const itemRoutes = contract.inventory;
const alertRoutes = contract.stockAlerts;
const transferRoutes = contract.stockTransfers;
const writeOffRoutes = contract.writeOffs;
const recallRoutes = contract.batchRecalls;

@Controller()
export class InventoryController {
  constructor(
    private readonly store: Items,
    private readonly lists: ItemLists,
    private readonly items: EditItems,
    private readonly stock: ChangeStock,
    private readonly counts: CountStock,
    private readonly reports: InventoryStatistics,
    private readonly analyses: InventoryAnalyses,
    private readonly sheets: ItemSheet,
    private readonly scans: ResolveScan,
  ) {}

  @Implements(itemRoutes.list)
  list(actor: Actor, { query }: Input<typeof itemRoutes.list>) {
    return this.lists.list(actor, query);
  }

  @Implements(itemRoutes.lowStock)
  lowStock(actor: Actor, { query }: Input<typeof itemRoutes.lowStock>) {
    return this.lists.lowStock(actor, query);
  }

  @Implements(itemRoutes.expiring)
  expiring(actor: Actor, { query }: Input<typeof itemRoutes.expiring>) {
    return this.reports.expiring(actor, query);
  }

  @Implements(itemRoutes.analytics)
  analytics(actor: Actor, { query }: Input<typeof itemRoutes.analytics>) {
    return this.analyses.analytics(actor, query);
  }

  @Implements(itemRoutes.stats)
  stats(actor: Actor, { query }: Input<typeof itemRoutes.stats>) {
    return this.reports.stats(actor, query.laboratoryId);
  }

  @Implements(itemRoutes.suggestions)
  suggestions(actor: Actor, { query }: Input<typeof itemRoutes.suggestions>) {
    return this.lists.suggestions(actor, query);
  }

  @Implements(itemRoutes.movements)
  movements(actor: Actor, { query }: Input<typeof itemRoutes.movements>) {
    return this.lists.movements(actor, query);
  }

  @Implements(itemRoutes.countSheet)
  countSheet(actor: Actor, { query }: Input<typeof itemRoutes.countSheet>) {
    return this.counts.sheet(actor, query);
  }

  @Implements(itemRoutes.export)
  export(actor: Actor, { query }: Input<typeof itemRoutes.export>) {
    return this.sheets.export(actor, query);
  }

  @Implements(itemRoutes.importTemplate)
  importTemplate(actor: Actor, { query }: Input<typeof itemRoutes.importTemplate>) {
    return this.sheets.template(actor, query.format);
  }

  @Implements(itemRoutes.import)
  import(actor: Actor, { body }: Input<typeof itemRoutes.import>) {
    return new Prepared(() => this.sheets.prepareImport(actor, body));
  }

  @Implements(itemRoutes.bulkUpdate)
  bulkUpdate(actor: Actor, { body }: Input<typeof itemRoutes.bulkUpdate>) {
    return () => this.items.bulkUpdate(actor, body);
  }

  @Implements(itemRoutes.batch)
  batch(actor: Actor, { params }: Input<typeof itemRoutes.batch>) {
    return this.lists.ofBatch(actor, params.id);
  }

  @Implements(itemRoutes.scan)
  scan(actor: Actor, { query }: Input<typeof itemRoutes.scan>) {
    return this.scans.resolve(actor, query);
  }

  @Implements(itemRoutes.get)
  get(actor: Actor, { params }: Input<typeof itemRoutes.get>) {
    return this.lists.get(actor, params.id);
  }

  @Implements(itemRoutes.create)
  create(actor: Actor, { body }: Input<typeof itemRoutes.create>) {
    return () => this.items.create(actor, body);
  }

  @Implements(itemRoutes.update)
  update(actor: Actor, { params, body }: Input<typeof itemRoutes.update>) {
    return this.items.update(actor, params.id, body);
  }

  @Implements(itemRoutes.discontinue)
  discontinue(actor: Actor, { params, query }: Input<typeof itemRoutes.discontinue>) {
    return this.items.discontinue(actor, params.id, query.version);
  }

  @Implements(itemRoutes.changeStock)
  changeStock(actor: Actor, { params, body }: Input<typeof itemRoutes.changeStock>) {
    return () => this.stock.change(actor, params.id, body);
  }

  @Implements(itemRoutes.count)
  count(actor: Actor, { params, body }: Input<typeof itemRoutes.count>) {
    return () => this.counts.count(actor, params.id, body);
  }

  @Implements(itemRoutes.changeBatch)
  changeBatch(actor: Actor, { params, body }: Input<typeof itemRoutes.changeBatch>) {
    return () => this.stock.changeBatch(actor, params.id, params.batchId, body);
  }

  @Implements(itemRoutes.history)
  history(actor: Actor, { params, query }: Input<typeof itemRoutes.history>) {
    return this.store.records.history(actor, 'inventory.view', params.id, query);
  }
}

@Controller()
export class StockAlertController {
  constructor(
    private readonly alerts: StockAlerts,
    private readonly reorders: Reorder,
  ) {}

  @Implements(alertRoutes.list)
  list(actor: Actor, { query }: Input<typeof alertRoutes.list>) {
    return this.alerts.list(actor, query);
  }

  @Implements(alertRoutes.get)
  get(actor: Actor, { params }: Input<typeof alertRoutes.get>) {
    return this.alerts.records.get(actor, 'inventory.view', params.id);
  }

  @Implements(alertRoutes.change)
  change(actor: Actor, { params, body }: Input<typeof alertRoutes.change>) {
    return this.alerts.change(actor, params.id, body);
  }

  @Implements(alertRoutes.reorder)
  reorder(actor: Actor, { query }: Input<typeof alertRoutes.reorder>) {
    return this.reorders.suggestions(actor, query);
  }

  @Implements(alertRoutes.reorderTotals)
  reorderTotals(actor: Actor, { query }: Input<typeof alertRoutes.reorderTotals>) {
    return this.reorders.totals(actor, query);
  }

  @Implements(alertRoutes.order)
  order(actor: Actor, { params, body }: Input<typeof alertRoutes.order>) {
    return () => this.reorders.order(actor, params.id, body);
  }
}

@Controller()
export class TransferController {
  constructor(
    private readonly transfers: Transfers,
    private readonly sending: SendTransfer,
    private readonly receiving: ReceiveTransfer,
    private readonly rescues: Rescues,
  ) {}

  @Implements(transferRoutes.list)
  list(actor: Actor, { query }: Input<typeof transferRoutes.list>) {
    return this.transfers.list(actor, query);
  }

  @Implements(transferRoutes.destinations)
  destinations() {
    return this.transfers.destinations();
  }

  @Implements(transferRoutes.rescues)
  rescueTransfers(actor: Actor) {
    return this.rescues.list(actor);
  }

  @Implements(transferRoutes.get)
  get(actor: Actor, { params }: Input<typeof transferRoutes.get>) {
    return this.transfers.records.get(actor, 'inventory.view', params.id);
  }

  @Implements(transferRoutes.send)
  send(actor: Actor, { body }: Input<typeof transferRoutes.send>) {
    return () => this.sending.send(actor, body);
  }

  @Implements(transferRoutes.receive)
  receive(actor: Actor, { params, body }: Input<typeof transferRoutes.receive>) {
    return () => this.receiving.receive(actor, params.id, body);
  }

  @Implements(transferRoutes.return)
  return(actor: Actor, { params, body }: Input<typeof transferRoutes.return>) {
    return () => this.receiving.return(actor, params.id, body);
  }
}

@Controller()
export class WriteOffController {
  constructor(
    private readonly store: WriteOffs,
    private readonly writeOffs: DecideWriteOffs,
  ) {}

  @Implements(writeOffRoutes.list)
  list(actor: Actor, { query }: Input<typeof writeOffRoutes.list>) {
    return this.writeOffs.list(actor, query);
  }

  @Implements(writeOffRoutes.get)
  get(actor: Actor, { params }: Input<typeof writeOffRoutes.get>) {
    return this.store.records.get(actor, 'inventory.view', params.id);
  }

  @Implements(writeOffRoutes.decide)
  decide(actor: Actor, { params, body }: Input<typeof writeOffRoutes.decide>) {
    return this.writeOffs.decide(actor, params.id, body);
  }

  @Implements(writeOffRoutes.bulkDecide)
  bulkDecide(actor: Actor, { body }: Input<typeof writeOffRoutes.bulkDecide>) {
    return this.writeOffs.decideMany(actor, body);
  }

  @Implements(writeOffRoutes.withdraw)
  withdraw(actor: Actor, { params, body }: Input<typeof writeOffRoutes.withdraw>) {
    return () => this.writeOffs.withdraw(actor, params.id, body.version);
  }
}

@Controller()
export class RecallController {
  constructor(private readonly recalls: RecallBatch) {}

  @Implements(recallRoutes.list)
  list(actor: Actor, { query }: Input<typeof recallRoutes.list>) {
    return this.recalls.list(actor, query);
  }

  @Implements(recallRoutes.trace)
  trace(actor: Actor, { query }: Input<typeof recallRoutes.trace>) {
    return this.recalls.trace(actor, query.batchNumber);
  }

  @Implements(recallRoutes.recall)
  recall(actor: Actor, { body }: Input<typeof recallRoutes.recall>) {
    return () => this.recalls.recall(actor, body);
  }

  @Implements(recallRoutes.end)
  end(actor: Actor, { params, body }: Input<typeof recallRoutes.end>) {
    return () => this.recalls.end(actor, params.id, body.version);
  }
}
