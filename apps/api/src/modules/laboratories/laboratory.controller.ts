import { contract, paginationOf } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { type Actor, CurrentActor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/idempotency/idempotency';
import { toListItem, toOption } from './laboratory.mapper';
import { LaboratoryService } from './laboratory.service';

const routes = contract.laboratories;

@Controller()
export class LaboratoryController {
  constructor(
    private readonly laboratories: LaboratoryService,
    private readonly idempotency: Idempotency,
  ) {}

  @TsRestHandler(routes.list)
  list(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.list, async ({ query }) => {
      const { rows, total } = await this.laboratories.list(actor, query);
      const pagination = paginationOf(query.page, query.limit, total);
      return { status: 200, body: { success: true, data: rows.map(toListItem), pagination } };
    });
  }

  @TsRestHandler(routes.options)
  options(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.options, async () => {
      const rows = await this.laboratories.options(actor);
      return { status: 200, body: { success: true, data: rows.map(toOption) } };
    });
  }

  @TsRestHandler(routes.get)
  get(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.get, async ({ params }) => {
      const data = await this.laboratories.get(actor, params.id);
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.create)
  create(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.create, async ({ body, headers }) => {
      const request = { key: headers['idempotency-key'], route: routes.create.path, body };
      const data = await this.idempotency.once(actor, request, () => this.laboratories.create(actor, body));
      return { status: 201, body: { success: true, data, message: `${data.name} was created` } };
    });
  }

  @TsRestHandler(routes.update)
  update(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.update, async ({ params, body }) => {
      const data = await this.laboratories.update(actor, params.id, body);
      return { status: 200, body: { success: true, data, message: `${data.name} was saved` } };
    });
  }

  @TsRestHandler(routes.archive)
  archive(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.archive, async ({ params, query }) => {
      const data = await this.laboratories.archive(actor, params.id, query.version);
      return { status: 200, body: { success: true, data, message: `${data.name} was archived` } };
    });
  }

  @TsRestHandler(routes.history)
  history(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.history, async ({ params, query: { page, limit } }) => {
      const { entries, total } = await this.laboratories.history(actor, params.id, page, limit);
      return { status: 200, body: { success: true, data: entries, pagination: paginationOf(page, limit, total) } };
    });
  }

  @TsRestHandler(routes.stats)
  stats(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.stats, async ({ params, query }) => {
      const data = await this.laboratories.stats(actor, params.id, query);
      return { status: 200, body: { success: true, data } };
    });
  }
}
