import { contract, paginationOf, type Transaction } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { type Actor, CurrentActor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/idempotency/idempotency';
import { TransactionChangeService } from './transaction-change.service';
import { TransactionDecisionService } from './transaction-decision.service';
import { TransactionService } from './transaction.service';

const routes = contract.transactions;

@Controller()
export class TransactionController {
  constructor(
    private readonly entries: TransactionService,
    private readonly changes: TransactionChangeService,
    private readonly decisions: TransactionDecisionService,
    private readonly idempotency: Idempotency,
  ) {}

  @TsRestHandler(routes.get)
  get(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.get, async ({ params }) => {
      const data = await this.entries.get(actor, params.id);
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.history)
  history(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.history, async ({ params, query: { page, limit } }) => {
      const { entries, total } = await this.entries.history(actor, params.id, page, limit);
      return { status: 200, body: { success: true, data: entries, pagination: paginationOf(page, limit, total) } };
    });
  }

  @TsRestHandler(routes.create)
  create(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.create, async ({ body, headers }) => {
      const request = { key: headers['idempotency-key'], route: routes.create.path, body };
      const data = await this.idempotency.once(actor, request, () => this.entries.create(actor, body));
      return { status: 201, body: { success: true, data, message: `${data.transactionNo} was entered` } };
    });
  }

  @TsRestHandler(routes.update)
  update(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.update, async ({ params, body }) => {
      const data = await this.changes.update(actor, params.id, body);
      return { status: 200, body: { success: true, data, message: `${data.transactionNo} was saved` } };
    });
  }

  @TsRestHandler(routes.cancel)
  cancel(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.cancel, async ({ params, query }) => {
      const data = await this.changes.cancel(actor, params.id, query.version);
      return { status: 200, body: { success: true, data, message: `${data.transactionNo} was cancelled` } };
    });
  }

  @TsRestHandler(routes.approve)
  approve(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.approve, async ({ params, body }) => {
      const data = await this.decisions.decide(actor, params.id, body);
      return { status: 200, body: { success: true, data, message: decisionOn(data) } };
    });
  }

  @TsRestHandler(routes.bulkApprove)
  bulkApprove(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.bulkApprove, async ({ body, headers }) => {
      const data = await this.idempotency.once(
        actor,
        { key: headers['idempotency-key'], route: routes.bulkApprove.path, body },
        (answer) => Promise.resolve(answer),
        // Each entry has a transaction of its own; a decision that stands is not taken again by a twin.
        () => this.decisions.decideMany(actor, body),
      );
      return { status: 200, body: { success: true, data } };
    });
  }
}

function decisionOn({ transactionNo, status, approvalsGiven, approvalsNeeded }: Transaction): string {
  if (status === 'rejected') return `${transactionNo} was rejected`;
  return status === 'approved'
    ? `${transactionNo} was approved`
    : `${transactionNo} has ${approvalsGiven} of ${approvalsNeeded} approvals`;
}
