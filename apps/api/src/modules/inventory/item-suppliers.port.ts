import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { LabScope } from '../../platform/domain/lab-scope';
import type { ObjectId } from '../../platform/domain/object-id';
import type { Refusal } from '../../platform/domain/policy';
import { Registry } from '../../platform/registry';
import { ItemRepository } from './stock/item.repository';
import { Items } from './stock/item';

/** What items need to know about suppliers. Purchasing registers it, so that the inventory does not depend on it. */
type Source = {
  /** The name of a supplier that items of the laboratory can have from now on, or why they cannot. */
  find: (laboratoryId: string, supplierId: string) => Promise<{ name: string } | { refused: Refusal }>;
  /** The ids of the usable suppliers whose name or code each text is, but for case, punctuation and legal form. */
  match: (laboratoryId: string, texts: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

@Injectable()
export class ItemSuppliers extends Registry<Source> {
  /** @throws DomainError on the field, SUPPLIER_NOT_FOUND, SUPPLIER_ON_HOLD or SUPPLIER_BLOCKED. */
  async getName(laboratoryId: string, supplierId: string): Promise<string> {
    for (const source of this.sources) {
      const found = await source.find(laboratoryId, supplierId);
      if ('refused' in found) throw DomainError.onField(found.refused.code, 'supplierId', found.refused.message);
      return found.name;
    }
    throw DomainError.onField('SUPPLIER_NOT_FOUND', 'supplierId');
  }

  async match(laboratoryId: string, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const [source] = this.sources;
    return source && texts.length > 0 ? source.match(laboratoryId, texts) : new Map();
  }
}

export type SupplierText = { text: string; items: number };

/** The supplier of an item before a link. */
export type LinkedItem = { _id: ObjectId; before: ObjectId | null };

/** The texts on active items that name a supplier, and the suppliers that replace them. Writes are the caller's. */
@Injectable()
export class SupplierTexts {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: Items,
  ) {}

  /** The different texts of items without a supplier, each with its number of items, the most frequent first. */
  list(laboratoryId: string, most: number): Promise<SupplierText[]> {
    return this.items.supplierTexts(LabScope.ofLaboratory(laboratoryId), most);
  }

  /** The items without a supplier that have one of the texts. */
  count(laboratoryId: string, texts: readonly string[]): Promise<number> {
    return this.items.countWithSupplierText(LabScope.ofLaboratory(laboratoryId), texts);
  }

  /** Gives the supplier to at most `most` items that have one of the texts and no supplier. */
  async link(
    actor: Actor,
    laboratoryId: string,
    { texts, supplier, most }: { texts: readonly string[]; supplier: { _id: ObjectId; name: string }; most: number },
  ): Promise<LinkedItem[]> {
    const scope = LabScope.ofLaboratory(laboratoryId);
    const rows = await this.items.withSupplierText(scope, texts, most);
    await this.store.records.writeMany(
      scope,
      rows.map((row) => ({ row, changes: { supplierId: supplier._id } })),
      { actor, action: 'supplier-linked', noted: { linkedSupplier: supplier.name } },
    );
    return rows.map(({ _id, supplierId = null }) => ({ _id, before: supplierId }));
  }

  /**
   * Gives items the supplier back that they had before a link, as far as they still have the linked one.
   * @returns how many of them.
   */
  async unlink(
    actor: Actor,
    laboratoryId: string,
    { items, supplier }: { items: readonly LinkedItem[]; supplier: { _id: ObjectId; name: string } },
  ): Promise<number> {
    const scope = LabScope.ofLaboratory(laboratoryId);
    const before = new Map(items.map((item) => [item._id.toHexString(), item.before]));
    const filter = { _id: { $in: items.map(({ _id }) => _id) }, supplierId: supplier._id };
    const rows = await this.items.find(scope, filter, { limit: items.length });
    await this.store.records.writeMany(
      scope,
      rows.map((row) => ({ row, changes: { supplierId: before.get(row._id.toHexString()) ?? null } })),
      { actor, action: 'supplier-unlinked', noted: { unlinkedSupplier: supplier.name } },
    );
    return rows.length;
  }
}
