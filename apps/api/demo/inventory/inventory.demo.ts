import type { INestApplicationContext } from '@nestjs/common';
import type { ItemRow } from '../../src/modules/inventory/stock/item.document';
import { ItemRepository } from '../../src/modules/inventory/stock/item.repository';
import { itemsChanged } from '../../src/modules/inventory/stock/item';
import { MovementRepository } from '../../src/modules/inventory/stock/movement.repository';
import { AuditLog } from '../../src/platform/audit/audit-log';
import { UnitOfWork } from '../../src/platform/mongo/unit-of-work';
import { Clock } from '../../src/platform/time/clock';
import { demoLaboratories, type DemoLaboratory } from '../demo-laboratories';
import { demoProducts, demoStocks } from './demo-products';
import { demoItem } from './demo-stock';

const HOUR_MS = 3_600_000;

/** The stock of each laboratory of the demo network, with its ledger. */
export async function seedInventory(app: INestApplicationContext): Promise<void> {
  for (const one of await demoLaboratories(app)) await app.get(UnitOfWork).run(() => stock(app, one));
}

async function stock(app: INestApplicationContext, { laboratory, people, admin }: DemoLaboratory): Promise<void> {
  const { products, share } = demoStocks[laboratory.code] ?? { products: 0, share: 0 };
  const now = app.get(Clock).now();
  const { _id, name } = people.find(({ role }) => role === 'manager') ?? admin;
  const by = { userId: _id.toHexString(), name };
  const stocked = demoProducts
    .slice(0, products)
    .map((product, index) => demoItem({ laboratory, product, index, share, now, by }));
  await app.get(ItemRepository).insertMany(stocked.map(({ item }) => item));
  await app.get(MovementRepository).insertMany(stocked.flatMap(({ movements }) => movements));
  const document = { actor: by, entity: 'inventory', laboratoryId: laboratory._id };
  const edits = stocked.flatMap(({ created, item }, index) =>
    editsOf(created, item, index).map((edit) => ({ ...edit, ...document, entityId: created._id })),
  );
  await app.get(AuditLog).record(...edits);
  const changes = stocked.map(({ item }) => ({ before: null, after: item }));
  await app.get(UnitOfWork).raise(itemsChanged, { actor: null, action: 'created', changes });
}

/** The past of an item: created, its price and its minimum adjusted as use became known, and put in its place. */
function editsOf(created: ItemRow, item: ItemRow, index: number) {
  const { itemCode, name, category, unit, createdAt } = created;
  const { unitCostPaise, minQuantity, storageLocation } = item;
  const at = (days: number) => new Date(createdAt.getTime() + (days * 24 + (index % 7)) * HOUR_MS);
  const updated = (days: number, before: Partial<ItemRow>, after: Partial<ItemRow>) => ({
    action: 'inventory.updated',
    before,
    after,
    at: at(days),
  });
  const formerPrice = Math.round((unitCostPaise * (92 + (index % 5))) / 10_000) * 100;
  return [
    { action: 'inventory.created', before: null, after: { itemCode, name, category, unit }, at: createdAt },
    ...(storageLocation === null ? [] : [updated(9, { storageLocation: null }, { storageLocation })]),
    ...(minQuantity > 1 ? [updated(64, { minQuantity: Math.ceil(minQuantity / 2) }, { minQuantity })] : []),
    ...(index % 2 === 0 ? [updated(120, { unitCostPaise: formerPrice }, { unitCostPaise })] : []),
  ];
}
