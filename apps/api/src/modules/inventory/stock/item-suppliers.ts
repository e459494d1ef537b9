import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain/domain-error';
import type { Refusal } from '../../../platform/domain/policy';
import { Registry } from '../../../platform/registry';

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
