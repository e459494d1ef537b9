import { contract, labelledStructure } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { toRolePermissions } from './permission.mapper';
import { PermissionService } from './permission.service';

const routes = contract.permissions;
const { setPermissions } = contract.staff;

@Controller()
export class PermissionController {
  constructor(private readonly permissions: PermissionService) {}

  @Implements(routes.structure)
  structure() {
    return labelledStructure;
  }

  @Implements(routes.role)
  role(_: Actor, { params }: Input<typeof routes.role>) {
    return toRolePermissions(params.role);
  }

  @Implements(routes.mine)
  mine(actor: Actor) {
    return this.permissions.mine(actor);
  }

  @Implements(routes.user)
  user(actor: Actor, { params }: Input<typeof routes.user>) {
    return this.permissions.user(actor, params.id);
  }

  @Implements(routes.setUser)
  setUser(actor: Actor, { params, body }: Input<typeof routes.setUser>) {
    return this.permissions.set(actor, params.id, body);
  }

  @Implements(setPermissions)
  setPermissions(actor: Actor, { params, body }: Input<typeof setPermissions>) {
    return this.permissions.set(actor, params.id, body);
  }

  @Implements(routes.reset)
  reset(actor: Actor, { params, body }: Input<typeof routes.reset>) {
    return this.permissions.reset(actor, params.id, body.version);
  }

  @Implements(routes.bulk)
  bulk(actor: Actor, { body }: Input<typeof routes.bulk>) {
    return () => this.permissions.bulk(actor, body);
  }

  @Implements(routes.laboratory)
  laboratory(actor: Actor, { params, query }: Input<typeof routes.laboratory>) {
    return this.permissions.laboratory(actor, params.id, query);
  }

  @Implements(routes.check)
  check(actor: Actor, { params, query }: Input<typeof routes.check>) {
    return this.permissions.check(actor, params.id, query);
  }
}
