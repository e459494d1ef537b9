import { contract, paginationOf } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { type Actor, CurrentActor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/idempotency/idempotency';
import { TemporaryPasswords } from '../access/access.port';
import { StaffBulkService } from './staff-bulk.service';
import { StaffChangeService } from './staff-change.service';
import { StaffService } from './staff.service';

const routes = contract.staff;

@Controller()
export class StaffController {
  constructor(
    private readonly staff: StaffService,
    private readonly changes: StaffChangeService,
    private readonly bulkChanges: StaffBulkService,
    private readonly passwords: TemporaryPasswords,
    private readonly idempotency: Idempotency,
  ) {}

  @TsRestHandler(routes.list)
  list(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.list, async ({ query }) => {
      const { items, total } = await this.staff.list(actor, query);
      const pagination = paginationOf(query.page, query.limit, total);
      return { status: 200, body: { success: true, data: items, pagination } };
    });
  }

  @TsRestHandler(routes.options)
  options(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.options, async ({ query }) => {
      const data = await this.staff.options(actor, query);
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.stats)
  stats(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.stats, async ({ query }) => {
      const data = await this.staff.stats(actor, query.laboratoryId);
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.get)
  get(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.get, async ({ params }) => {
      const data = await this.staff.get(actor, params.id);
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.create)
  create(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.create, async ({ body, headers }) => {
      const data = await this.idempotency.once(
        actor,
        { key: headers['idempotency-key'], route: routes.create.path, body },
        (password) => this.changes.create(actor, body, password),
        () => this.passwords.make(),
      );
      return { status: 201, body: { success: true, data, message: `${data.name} was created` } };
    });
  }

  @TsRestHandler(routes.update)
  update(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.update, async ({ params, body }) => {
      const data = await this.changes.update(actor, params.id, body);
      return { status: 200, body: { success: true, data, message: `${data.name} was saved` } };
    });
  }

  @TsRestHandler(routes.exit)
  exit(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.exit, async ({ params, query }) => {
      const data = await this.changes.exit(actor, params.id, query);
      return { status: 200, body: { success: true, data, message: `${data.name} has exited` } };
    });
  }

  @TsRestHandler(routes.bulk)
  bulk(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.bulk, async ({ body, headers }) => {
      // A dry run writes nothing, so that it may be repeated and followed by the change under the same key.
      const key = body.dryRun ? undefined : headers['idempotency-key'];
      const request = { key, route: routes.bulk.path, body };
      const data = await this.idempotency.once(actor, request, () => this.bulkChanges.apply(actor, body));
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.issuePassword)
  issuePassword(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.issuePassword, async ({ params: { id }, body, headers }) => {
      const data = await this.idempotency.once(
        actor,
        { key: headers['idempotency-key'], route: routes.issuePassword.path, body: { id, ...body } },
        (password) => this.changes.issuePassword(actor, id, body.version, password),
        () => this.passwords.make(),
      );
      return { status: 200, body: { success: true, data, message: `${data.name} has a new temporary password` } };
    });
  }

  @TsRestHandler(routes.history)
  history(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.history, async ({ params, query: { page, limit } }) => {
      const { entries, total } = await this.staff.history(actor, params.id, page, limit);
      return { status: 200, body: { success: true, data: entries, pagination: paginationOf(page, limit, total) } };
    });
  }

  @TsRestHandler(routes.sessions)
  sessions(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.sessions, async ({ params }) => {
      const data = await this.staff.sessions(actor, params.id);
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.endSessions)
  endSessions(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.endSessions, async ({ params }) => {
      await this.staff.endSessions(actor, params.id);
      return { status: 200, body: { success: true, data: null, message: 'All sessions have ended' } };
    });
  }

  @TsRestHandler(routes.endSession)
  endSession(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.endSession, async ({ params }) => {
      await this.staff.endSession(actor, params.id, params.sessionId);
      return { status: 200, body: { success: true, data: null, message: 'The session has ended' } };
    });
  }
}
