import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { Implements, type Input } from '../../../platform/http/implements';
import { Prepared } from '../../../platform/idempotency/idempotency';
import { EditSuppliers } from './edit-suppliers';
import { Suppliers } from './supplier';
import { ImportSuppliers } from './supplier-import';
import { SupplierNames } from './supplier-names';
import { SupplierSheet } from './supplier-sheet';

const routes = contract.suppliers;

@Controller()
export class SupplierController {
  constructor(
    private readonly store: Suppliers,
    private readonly suppliers: EditSuppliers,
    private readonly names: SupplierNames,
    private readonly sheet: SupplierSheet,
    private readonly imports: ImportSuppliers,
  ) {}

  @Implements(routes.list)
  list(actor: Actor, { query }: Input<typeof routes.list>) {
    return this.suppliers.list(actor, query);
  }

  @Implements(routes.get)
  get(actor: Actor, { params }: Input<typeof routes.get>) {
    return this.store.records.get(actor, 'suppliers.view', params.id);
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
    return this.store.records.history(actor, 'suppliers.view', params.id, query);
  }

  @Implements(routes.export)
  export(actor: Actor, { query }: Input<typeof routes.export>) {
    return this.sheet.export(actor, query);
  }

  @Implements(routes.importTemplate)
  importTemplate(actor: Actor, { query }: Input<typeof routes.importTemplate>) {
    return this.sheet.template(actor, query.format);
  }

  @Implements(routes.import)
  import(actor: Actor, { body }: Input<typeof routes.import>) {
    return new Prepared(() => this.imports.prepare(actor, body));
  }

  @Implements(routes.proposals)
  proposals(actor: Actor, { query }: Input<typeof routes.proposals>) {
    return this.names.propose(actor, query.laboratoryId);
  }

  @Implements(routes.accept)
  accept(actor: Actor, { body }: Input<typeof routes.accept>) {
    return () => this.names.accept(actor, body);
  }

  @Implements(routes.undoLink)
  undoLink(actor: Actor, { params, body }: Input<typeof routes.undoLink>) {
    return () => this.names.undo(actor, params.id, body.version);
  }

  @Implements(routes.links)
  links(actor: Actor, { params, query }: Input<typeof routes.links>) {
    return this.names.linksOf(actor, params.id, query);
  }
}
