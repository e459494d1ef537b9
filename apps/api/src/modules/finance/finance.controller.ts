import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { Prepared } from '../../platform/idempotency/idempotency';
import { PartyService } from './parties/parties';
import { TransactionRehearsalService } from './rehearse-rules';
import { TransactionApproversService } from './entry-approvers';
import { TransactionDecisionService } from './decide-entries';
import { TransactionSheetService } from './exchange-entries';
import { TransactionService } from './edit-entry';

const routes = contract.transactions;

@Controller()
export class TransactionController {
  constructor(
    private readonly transactions: TransactionService,
    private readonly decisions: TransactionDecisionService,
    private readonly approvers: TransactionApproversService,
    private readonly sheets: TransactionSheetService,
    private readonly suggestions: PartyService,
    private readonly rehearsals: TransactionRehearsalService,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.transactions.list(actor, query);
  }

  @Implements(routes.parties)
  parties(actor: Actor, { query }: Input<typeof routes.parties>) {
    return this.suggestions.suggest(actor, query);
  }

  @Implements(routes.duplicates)
  duplicates(actor: Actor, { query }: Input<typeof routes.duplicates>) {
    return this.transactions.duplicates(actor, query);
  }

  @Implements(routes.rehearsal)
  rehearse(actor: Actor, { query }: Input<typeof routes.rehearsal>) {
    return this.rehearsals.rehearse(actor, query);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.transactions.get(actor, params.id);
  }

  @Implements(routes.history)
  history(actor: Actor, { params, query }: Input<typeof routes.history>) {
    return this.transactions.history(actor, params.id, query);
  }

  @Implements(routes.seal)
  seal(actor: Actor, { params }: Input<typeof routes.seal>) {
    return this.transactions.seal(actor, params.id);
  }

  @Implements(routes.create)
  create(actor: Actor, { body }: Input<typeof routes.create>) {
    return () => this.transactions.create(actor, body);
  }

  @Implements(routes.update)
  update(actor: Actor, { params, body }: Input<typeof routes.update>) {
    return this.transactions.update(actor, params.id, body);
  }

  @Implements(routes.resubmit)
  resubmit(actor: Actor, { params, body }: Input<typeof routes.resubmit>) {
    return () => this.transactions.resubmit(actor, params.id, body.version);
  }

  @Implements(routes.approvers)
  whoCanApprove(actor: Actor, { params }: Input<typeof routes.approvers>) {
    return this.approvers.of(actor, params.id);
  }

  @Implements(routes.cancel)
  cancel(actor: Actor, { params, query }: Input<typeof routes.cancel>) {
    return this.transactions.cancel(actor, params.id, query.version);
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
}
