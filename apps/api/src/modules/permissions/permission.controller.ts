import { contract, labelledStructure, paginationOf, type SetPermissionsBody } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { type Actor, CurrentActor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/idempotency/idempotency';
import { toRolePermissions } from './permission.mapper';
import { PermissionService } from './permission.service';

const routes = contract.permissions;
const { setPermissions } = contract.staff;

@Controller()
export class PermissionController {
  constructor(
    private readonly permissions: PermissionService,
    private readonly idempotency: Idempotency,
  ) {}

  @TsRestHandler(routes.structure)
  structure() {
    return tsRestHandler(routes.structure, () =>
      Promise.resolve({ status: 200, body: { success: true, data: labelledStructure } }),
    );
  }

  @TsRestHandler(routes.role)
  role() {
    return tsRestHandler(routes.role, ({ params: { role } }) =>
      Promise.resolve({ status: 200, body: { success: true, data: toRolePermissions(role) } }),
    );
  }

  @TsRestHandler(routes.user)
  user(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.user, async ({ params }) => {
      const data = await this.permissions.user(actor, params.id);
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.setUser)
  setUser(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.setUser, ({ params, body }) => this.set(actor, params.id, body));
  }

  @TsRestHandler(setPermissions)
  setPermissions(@CurrentActor() actor: Actor) {
    return tsRestHandler(setPermissions, ({ params, body }) => this.set(actor, params.id, body));
  }

  @TsRestHandler(routes.reset)
  reset(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.reset, async ({ params, body }) => {
      const data = await this.permissions.reset(actor, params.id, body.version);
      return {
        status: 200,
        body: { success: true, data, message: `${data.user.name} has the role’s permissions again` },
      };
    });
  }

  @TsRestHandler(routes.bulk)
  bulk(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.bulk, async ({ body, headers }) => {
      const request = { key: headers['idempotency-key'], route: routes.bulk.path, body };
      const data = await this.idempotency.once(actor, request, () => this.permissions.bulk(actor, body));
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.laboratory)
  laboratory(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.laboratory, async ({ params, query }) => {
      const { rows, total } = await this.permissions.laboratory(actor, params.id, query);
      const pagination = paginationOf(query.page, query.limit, total);
      return { status: 200, body: { success: true, data: rows, pagination } };
    });
  }

  @TsRestHandler(routes.check)
  check(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.check, async ({ params, query }) => {
      const data = await this.permissions.check(actor, params.id, query);
      return { status: 200, body: { success: true, data } };
    });
  }

  private async set(actor: Actor, id: string, body: SetPermissionsBody) {
    const data = await this.permissions.set(actor, id, body);
    const message = `The permissions of ${data.user.name} were saved`;
    return { status: 200, body: { success: true, data, message } } as const;
  }
}
