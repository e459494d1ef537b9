import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../../platform/domain/lab-scope';
import { ItemSuppliers } from '../../inventory/item-suppliers.port';
import { supplierKey } from './supplier-key';
import { SupplierReader } from './supplier-reader';
import { SupplierRepository } from './supplier.repository';

/** Tells the inventory about suppliers. */
@Injectable()
export class ItemSupplierSource implements OnModuleInit {
  constructor(
    private readonly items: ItemSuppliers,
    private readonly reader: SupplierReader,
    private readonly suppliers: SupplierRepository,
  ) {}

  onModuleInit(): void {
    this.items.register({
      find: async (laboratoryId, supplierId) => {
        const { supplier, refused } = await this.reader.readUsable(laboratoryId, supplierId);
        return supplier ?? { refused };
      },
      match: (laboratoryId, texts) => this.match(laboratoryId, texts),
    });
  }

  /** Of several suppliers with the name, none: the file does not say which one is meant. */
  private async match(laboratoryId: string, texts: readonly string[]): Promise<Map<string, string>> {
    const scope = LabScope.ofLaboratory(laboratoryId);
    const codes = texts.map((text) => text.trim().toUpperCase());
    const keys = texts.map(supplierKey);
    const byCode = await this.suppliers.findByCodes(scope, codes);
    const byKey = await this.suppliers.findByKeys(scope, keys, texts.length + 1_000);
    const matches = new Map<string, string>();
    for (const [index, text] of texts.entries()) {
      const named = byKey.filter(({ nameKey }) => nameKey === keys[index]);
      const found = byCode.find(({ code }) => code === codes[index]) ?? (named.length === 1 ? named[0] : undefined);
      if (found?.status === 'approved') matches.set(text, found._id.toHexString());
    }
    return matches;
  }
}
