import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { uploadedFile } from '../../platform/http/upload';
import { Prepared } from '../../platform/idempotency/idempotency';
import { CloseBooks } from './close-books';
import { DecideEntries } from './decide-entries';
import { EditEntry } from './edit-entry';
import { EnterBill } from './enter-bill';
import { EnterCredit } from './enter-credit';
import { EnterEntry } from './enter-entry';
import { Entries } from './entry/entries';
import { EntryApprovers } from './entry-approvers';
import { EntryQueries } from './entry-queries';
import { EntrySheets } from './entry-sheet';
import { OrderBillQueries } from './order-bills';
import { Parties } from './parties/parties';
import { Receipts } from './receipts';
import { RehearseRules } from './rehearse-rules';
import { ReverseEntry } from './reverse-entry';
import { Statistics } from './statistics';

const routes = contract.transactions;
const billRoutes = contract.bills;

@Controller()
export class FinanceController {
  constructor(
    private readonly store: Entries,
    private readonly queries: EntryQueries,
    private readonly entering: EnterEntry,
    private readonly editing: EditEntry,
    private readonly reversals: ReverseEntry,
    private readonly decisions: DecideEntries,
    private readonly approvers: EntryApprovers,
    private readonly sheets: EntrySheets,
    private readonly suggested: Parties,
    private readonly rehearsals: RehearseRules,
    private readonly statistics: Statistics,
    private readonly closing: CloseBooks,
    private readonly receipts: Receipts,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.queries.list(actor, query);
  }

  @Implements(routes.parties)
  parties(actor: Actor, { query }: Input<typeof routes.parties>) {
    return this.suggested.suggest(actor, query);
  }

  @Implements(routes.duplicates)
  duplicates(actor: Actor, { query }: Input<typeof routes.duplicates>) {
    return this.queries.duplicates(actor, query);
  }

  @Implements(routes.rehearsal)
  rehearse(actor: Actor, { query }: Input<typeof routes.rehearsal>) {
    return this.rehearsals.rehearse(actor, query);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.store.records.get(actor, 'transactions.view', params.id);
  }

  @Implements(routes.history)
  history(actor: Actor, { params, query }: Input<typeof routes.history>) {
    return this.store.records.history(actor, 'transactions.view', params.id, query);
  }

  @Implements(routes.seal)
  seal(actor: Actor, { params }: Input<typeof routes.seal>) {
    return this.queries.seal(actor, params.id);
  }

  @Implements(routes.create)
  create(actor: Actor, { body }: Input<typeof routes.create>) {
    return () =>
      body.reversalOf === undefined ? this.entering.enter(actor, body) : this.reversals.reverse(actor, body);
  }

  @Implements(routes.update)
  update(actor: Actor, { params, body }: Input<typeof routes.update>) {
    return this.editing.edit(actor, params.id, body);
  }

  @Implements(routes.resubmit)
  resubmit(actor: Actor, { params, body }: Input<typeof routes.resubmit>) {
    return () => this.editing.resubmit(actor, params.id, body.version);
  }

  @Implements(routes.approvers)
  whoCanApprove(actor: Actor, { params }: Input<typeof routes.approvers>) {
    return this.approvers.of(actor, params.id);
  }

  @Implements(routes.cancel)
  cancel(actor: Actor, { params, query }: Input<typeof routes.cancel>) {
    return this.editing.cancel(actor, params.id, query.version);
  }

  @Implements(routes.approve)
  approve(actor: Actor, { params, body }: Input<typeof routes.approve>) {
    return () => this.decisions.decide(actor, params.id, body);
  }

  @Implements(routes.bulkApprove)
  bulkApprove(actor: Actor, { body }: Input<typeof routes.bulkApprove>) {
    return this.decisions.decideMany(actor, body);
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

  @Implements(routes.totals)
  totals(actor: Actor, { query }: Input<typeof routes.totals>) {
    return this.statistics.totals(actor, query);
  }

  @Implements(routes.stats)
  stats(actor: Actor, { query }: Input<typeof routes.stats>) {
    return this.statistics.stats(actor, query);
  }

  @Implements(routes.reports)
  reports(actor: Actor, { query }: Input<typeof routes.reports>) {
    return this.statistics.report(actor, query);
  }

  @Implements(routes.analytics)
  analytics(actor: Actor, { query }: Input<typeof routes.analytics>) {
    return this.statistics.analytics(actor, query);
  }

  @Implements(routes.monthEnd)
  monthEnd(actor: Actor, { query }: Input<typeof routes.monthEnd>) {
    return this.statistics.monthEnd(actor, query);
  }

  @Implements(routes.periodClose)
  periodClose(actor: Actor) {
    return this.closing.get(actor);
  }

  @Implements(routes.pendingBeforeClose)
  pendingBeforeClose(actor: Actor, { query }: Input<typeof routes.pendingBeforeClose>) {
    return this.closing.pendingThrough(actor, query);
  }

  @Implements(routes.setPeriodClose)
  setPeriodClose(actor: Actor, { body }: Input<typeof routes.setPeriodClose>) {
    return this.closing.set(actor, body);
  }

  @Implements(routes.attachReceipt)
  attachReceipt(actor: Actor, { params, body }: Input<typeof routes.attachReceipt>) {
    return this.receipts.attach(actor, params.id, uploadedFile(body));
  }

  @Implements(routes.receipt)
  receipt(actor: Actor, { params }: Input<typeof routes.receipt>) {
    return this.receipts.read(actor, params.id, params.receiptId);
  }

  @Implements(routes.removeReceipt)
  removeReceipt(actor: Actor, { params }: Input<typeof routes.removeReceipt>) {
    return this.receipts.remove(actor, params.id, params.receiptId);
  }
}

@Controller()
export class BillController {
  constructor(
    private readonly queries: OrderBillQueries,
    private readonly entering: EnterBill,
    private readonly crediting: EnterCredit,
  ) {}

  @Implements(billRoutes.ofOrder)
  ofOrder(actor: Actor, { params }: Input<typeof billRoutes.ofOrder>) {
    return this.queries.ofOrder(actor, params.id);
  }

  @Implements(billRoutes.enter)
  enter(actor: Actor, { params, body }: Input<typeof billRoutes.enter>) {
    return () => this.entering.enter(actor, params.id, body);
  }

  @Implements(billRoutes.enterCredit)
  enterCredit(actor: Actor, { params, body }: Input<typeof billRoutes.enterCredit>) {
    return () => this.crediting.enter(actor, params.id, body);
  }
}
