import { contract, paginationOf } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { type Actor, CurrentActor } from '../../platform/http/actor';
import { TransactionListService } from './transaction-list.service';

const routes = contract.transactions;

@Controller()
export class TransactionListController {
  constructor(private readonly lists: TransactionListService) {}

  @TsRestHandler(routes.list)
  list(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.list, async ({ query }) => {
      const { items, total } = await this.lists.list(actor, query);
      const pagination = paginationOf(query.page, query.limit, total);
      return { status: 200, body: { success: true, data: items, pagination } };
    });
  }

  @TsRestHandler(routes.parties)
  parties(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.parties, async ({ query }) => {
      return { status: 200, body: { success: true, data: await this.lists.parties(actor, query) } };
    });
  }

  @TsRestHandler(routes.duplicates)
  duplicates(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.duplicates, async ({ query }) => {
      return { status: 200, body: { success: true, data: await this.lists.duplicates(actor, query) } };
    });
  }
}
