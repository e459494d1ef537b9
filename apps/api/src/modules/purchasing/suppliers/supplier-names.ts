import {
  type AcceptSupplierNamesBody,
  CreateSupplierBody,
  MAX_LINKED_ITEMS,
  MAX_LINKED_TEXTS,
  MAX_SUPPLIER_PROPOSALS,
  type Page,
  plural,
  type SupplierLink,
  SupplierLinkSchema,
  type SupplierProposals,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../platform/audit/audit-log';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { actionsFor, lacks, notOffered, type Policy } from '../../../platform/domain/policy';
import { eventKind } from '../../../platform/events/domain-events';
import { firstVersion } from '../../../platform/mongo/first-version';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { declaredFields } from '../../../platform/records/declared-fields';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { Clock } from '../../../platform/time/clock';
import { SupplierTexts } from '../../inventory/item-suppliers.port';
import {
  LaboratoriesPort,
  laboratoryIn,
  type LaboratoryRow,
  toLaboratoryName,
} from '../../laboratories/laboratories.port';
import { EditSuppliers, SUPPLIERS_LOCK } from './edit-suppliers';
import { toSupplierName, Suppliers } from './supplier';
import type { SupplierRow } from './supplier.document';
import { groupTexts } from './supplier-groups';
import { supplierKey } from './supplier-key';
import { SupplierLinkRepository, type SupplierLinkRow } from './supplier-link.repository';
import { unusable } from './supplier-reader';
import { SupplierRepository } from './supplier.repository';

/** More different texts than any laboratory has typed. */
const MOST_TEXTS = 10_000;
/** Suppliers that may share the names of one answer. */
const MOST_NAMESAKES = 1_000;

const linkPolicy: Policy<'undo', Pick<SupplierLinkRow, 'laboratoryId' | 'status'>> = {
  undo: (viewer, link) =>
    link.status === 'undone'
      ? notOffered('SUPPLIER_LINK_UNDONE')
      : (lacks(viewer, 'suppliers.create', link) ?? lacks(viewer, 'inventory.edit', link)),
};

/** Turns the texts on items into suppliers: proposes, links, and takes a link back. */
@Injectable()
export class SupplierNames {
  private readonly records: Records<SupplierLinkRow, SupplierLink>;

  constructor(
    private readonly links: SupplierLinkRepository,
    private readonly suppliers: SupplierRepository,
    private readonly store: Suppliers,
    private readonly edit: EditSuppliers,
    private readonly texts: SupplierTexts,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'supplier-link',
      shown: {
        permission: 'suppliers.view',
        of: SupplierLinkSchema,
        fields: { supplierName: true, laboratoryId: true, supplierId: 'nobody' },
      },
      noun: 'link',
      repository: links,
      notFound: 'SUPPLIER_LINK_NOT_FOUND',
      named: { fields: ['supplierName'], as: ({ supplierName }) => supplierName },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: async (viewer, row) => {
        const [link] = await this.present(viewer, [row]);
        if (!link) throw new Error('The supplier of a link is missing');
        return link;
      },
      changed: eventKind<EntityChanged<SupplierLinkRow>>('supplier-links.changed'),
      audited: ({ items }) => ({ items: items.length }),
    });
  }

  /** @throws DomainError LABORATORY_NOT_FOUND, VALIDATION_FAILED without a laboratory. */
  async propose(actor: Actor, laboratoryId: string | undefined): Promise<SupplierProposals> {
    const scope = actor.scopeOfBoth('suppliers.create', 'inventory.edit');
    const laboratory = await this.laboratories.getInScope(scope, laboratoryId ?? scope.laboratoryId);
    const id = laboratory._id.toHexString();
    const texts = await this.texts.list(id, MOST_TEXTS + 1);
    const groups = groupTexts(texts.slice(0, MOST_TEXTS));
    const listed = groups.slice(0, MAX_SUPPLIER_PROPOSALS);
    const keys = [...new Set(listed.flatMap((group) => group.texts.map(({ text }) => supplierKey(text))))];
    const named = await this.namesakes(id, keys);
    return {
      proposals: listed.map(({ key, name, texts: all }) => {
        const shown = all.slice(0, MAX_LINKED_TEXTS);
        const supplier = [key, ...shown.map(({ text }) => supplierKey(text))].flatMap((one) => named.get(one) ?? [])[0];
        return {
          key,
          name,
          texts: shown,
          items: shown.reduce((sum, { items }) => sum + items, 0),
          supplier: supplier ? toSupplierName(supplier) : null,
        };
      }),
      groups: groups.length,
      incomplete: texts.length > MOST_TEXTS,
    };
  }

  /**
   * Links what the person saw, or nothing.
   * @throws DomainError LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, SUPPLIER_NOT_FOUND,
   *   SUPPLIER_BLOCKED, SUPPLIER_NAMES_CHANGED, VALIDATION_FAILED where a supplier already has the name.
   */
  accept(actor: Actor, body: AcceptSupplierNamesBody): Promise<SupplierLink> {
    return this.unitOfWork.exclusive(SUPPLIERS_LOCK, SUPPLIERS_LOCK, async () => {
      const scope = actor.scopeOfBoth('suppliers.create', 'inventory.edit');
      const laboratory = await this.laboratories.getForNewRecords(scope, body.laboratoryId ?? undefined);
      const id = laboratory._id.toHexString();
      const supplier = body.supplierId === undefined ? null : await this.existing(id, body.supplierId);
      const texts = [...new Set(body.texts)];
      const found = await this.texts.count(id, texts);
      if (found !== body.items) {
        const message = `${plural(found, '1 item has', `${found} items have`)} one of these texts and no supplier now; you saw ${body.items}. Look at the list again.`;
        throw new DomainError('SUPPLIER_NAMES_CHANGED', { message });
      }
      const target = supplier ?? (await this.createNamed(actor, laboratory, body.name ?? ''));
      const items = await this.texts.link(actor, id, { texts, supplier: target, most: MAX_LINKED_ITEMS });
      const now = this.clock.now();
      const row: SupplierLinkRow = {
        _id: newId(),
        laboratoryId: laboratory._id,
        supplierId: target._id,
        supplierName: target.name,
        createdSupplier: supplier === null,
        texts,
        items,
        status: 'linked',
        kept: 0,
        linkedBy: actor.person,
        ...firstVersion(actor, now),
      };
      return this.records.create(actor, row);
    });
  }

  /** @throws DomainError SUPPLIER_LINK_NOT_FOUND, SUPPLIER_LINK_UNDONE, VERSION_CONFLICT. */
  undo(actor: Actor, id: string, version: number | undefined): Promise<SupplierLink> {
    const options = {
      permission: 'suppliers.create',
      action: 'undone',
      policy: (before: SupplierLinkRow) => linkPolicy.undo(actor, before),
    } as const;
    return this.unitOfWork.exclusive(SUPPLIERS_LOCK, SUPPLIERS_LOCK, () =>
      this.records.change(actor, id, version, options, async ({ laboratoryId, supplierId, supplierName, items }) => {
        const supplier = { _id: supplierId, name: supplierName };
        const restored = await this.texts.unlink(actor, laboratoryId.toHexString(), { items, supplier });
        return { status: 'undone', kept: items.length - restored };
      }),
    );
  }

  /** @throws DomainError SUPPLIER_NOT_FOUND. */
  async linksOf(actor: Actor, supplierId: string, request: PageRequest): Promise<Page<SupplierLink>> {
    const scope = actor.scope('suppliers.view');
    await this.store.records.getOrThrow(scope, supplierId);
    const { items, ...total } = await this.links.ofSupplier(scope, supplierId, request);
    return { items: await this.present(actor, items), ...total };
  }

  private async existing(laboratoryId: string, supplierId: string): Promise<SupplierRow> {
    const row = await this.suppliers.findById(LabScope.ofLaboratory(laboratoryId), supplierId);
    if (!row) throw DomainError.onField('SUPPLIER_NOT_FOUND', 'supplierId');
    // On hold is no reason against saying who the supplier is.
    const refused = row.status === 'blocked' ? unusable(row) : undefined;
    if (refused) throw DomainError.onField(refused.code, 'supplierId', refused.message);
    return row;
  }

  private async createNamed(actor: Actor, { _id }: LaboratoryRow, name: string): Promise<SupplierRow> {
    const id = _id.toHexString();
    const [namesake] = (await this.namesakes(id, [supplierKey(name)])).values();
    if (namesake) {
      const message = `There already is a supplier ${namesake.name} (${namesake.code}). Choose it, or enter another name.`;
      throw DomainError.onField('VALIDATION_FAILED', 'name', message);
    }
    const body = CreateSupplierBody.parse({ name, uses: [{ laboratoryId: id }] });
    const row = await this.edit.newSupplier(actor, body);
    await this.store.records.createMany({ actor }, [row]);
    return row;
  }

  private async namesakes(laboratoryId: string, keys: readonly string[]): Promise<Map<string, SupplierRow>> {
    if (keys.length === 0) return new Map();
    const rows = await this.suppliers.findByKeys(LabScope.ofLaboratory(laboratoryId), keys, MOST_NAMESAKES);
    return new Map(rows.toReversed().map((row) => [row.nameKey, row]));
  }

  private async present(viewer: Actor, rows: readonly SupplierLinkRow[]): Promise<SupplierLink[]> {
    const laboratories = await this.laboratories.findAll(rows.map(({ laboratoryId }) => laboratoryId));
    const ids = [...new Set(rows.map(({ supplierId }) => supplierId.toHexString()))];
    const suppliers = await this.suppliers.findAllById(LabScope.everywhere(), ids);
    const links: SupplierLink[] = [];
    for (const row of rows) {
      const supplier = suppliers.find(({ _id }) => _id.equals(row.supplierId));
      if (!supplier) continue;
      const remaining = row.status === 'linked' ? await this.texts.count(row.laboratoryId.toHexString(), row.texts) : 0;
      links.push({
        ...declaredFields(SupplierLinkSchema.omit({ items: true }), row),
        laboratory: toLaboratoryName(laboratoryIn(laboratories, row.laboratoryId)),
        supplier: toSupplierName(supplier),
        items: row.items.length,
        remaining,
        actions: actionsFor(linkPolicy, viewer, row, undefined),
      });
    }
    return links;
  }
}
