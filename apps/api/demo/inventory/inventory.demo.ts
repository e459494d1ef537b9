import type { INestApplicationContext } from '@nestjs/common';
import { itemsChanged } from '../../src/modules/inventory/stock/item';
import type { ItemRow } from '../../src/modules/inventory/stock/item.document';
import { ItemRepository } from '../../src/modules/inventory/stock/item.repository';
import { MovementRepository } from '../../src/modules/inventory/stock/movement.repository';
import { UnitOfWork } from '../../src/platform/mongo/unit-of-work';
import { DemoHistory, insertDemo } from '../demo-history';
import { type DemoLaboratory, demoLaboratories } from '../demo-laboratories';
import { demoProducts, demoStocks } from './demo-products';
import { demoItem } from './demo-stock';

const HOUR_MS = 3_600_000;

/** The stock of each laboratory of the demo network, with its ledger. */
export async function seedInventory(app: INestApplicationContext): Promise<void> {
  for (const one of await demoLaboratories(app)) {
    const { products, share } = demoStocks[one.laboratory.code] ?? { products: 0, share: 0 };
    const stocked = demoProducts.slice(0, products).map((product, index) => demoItem({ one, product, index, share }));
    await app.get(UnitOfWork).run(async () => {
      await app.get(MovementRepository).insertMany(stocked.flatMap(({ movements }) => movements));
      await insertDemo(
        app,
        stocked.map(({ item }, index) => historyOf(item, index, one)),
        {
          entity: 'inventory',
          repository: app.get(ItemRepository),
          laboratoryOf: ({ laboratoryId }) => laboratoryId,
          raises: itemsChanged,
        },
      );
    });
  }
}

/** Created, its price and its minimum adjusted as use became known, and put in its place. */
function historyOf(item: ItemRow, index: number, { manager }: DemoLaboratory): DemoHistory<ItemRow> {
  const { unitCostPaise, minQuantity, storageLocation, createdAt } = item;
  const history = new DemoHistory(manager, item, {
    shown: ({ itemCode, name, category, unit }) => ({ itemCode, name, category, unit }),
  });
  const edited = (days: number, before: Partial<ItemRow>, after: Partial<ItemRow>) => {
    const at = new Date(createdAt.getTime() + (days * 24 + (index % 7)) * HOUR_MS);
    history.changes.push({ action: 'updated', by: manager, at, before, after });
  };
  const formerPrice = Math.round((unitCostPaise * (92 + (index % 5))) / 10_000) * 100;
  if (storageLocation !== null) edited(9, { storageLocation: null }, { storageLocation });
  if (minQuantity > 1) edited(64, { minQuantity: Math.ceil(minQuantity / 2) }, { minQuantity });
  if (index % 2 === 0) edited(120, { unitCostPaise: formerPrice }, { unitCostPaise });
  return history;
}
