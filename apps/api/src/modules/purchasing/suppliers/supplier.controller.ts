import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { EditSuppliers } from './edit-suppliers';

const routes = contract.suppliers;

@Controller()
export class SupplierController {
  constructor(private readonly suppliers: EditSuppliers) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.suppliers.list(actor, query);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.suppliers.get(actor, params.id);
  }

  @Implements(routes.create)
  create(actor: Actor, { body }: Input<typeof routes.create>) {
    return () => this.suppliers.create(actor, body);
  }

  @Implements(routes.update)
  update(actor: Actor, { params, body }: Input<typeof routes.update>) {
    return this.suppliers.update(actor, params.id, body);
  }

  @Implements(routes.changeStatus)
  changeStatus(actor: Actor, { params, body }: Input<typeof routes.changeStatus>) {
    return this.suppliers.changeStatus(actor, params.id, body);
  }

  @Implements(routes.history)
  history(actor: Actor, { params, query }: Input<typeof routes.history>) {
    return this.suppliers.history(actor, params.id, query);
  }
}
