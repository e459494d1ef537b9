import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../../../platform/audit/audit-log';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { DemoNetwork } from '../../../platform/seed/demo-network';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import type { ItemRow } from '../items/item.document';
import { ItemRepository } from '../items/item.repository';
import { itemsChanged } from '../items/item-store';
import { MovementRepository } from '../stock/movement.repository';
import { demoProducts, demoStocks } from './demo-products';
import { demoItem } from './demo-stock';

const HOUR_MS = 3_600_000;

/** The stock of each laboratory of the demo network, with its ledger. */
@Injectable()
export class InventoryDemo implements OnModuleInit {
  constructor(
    private readonly demo: DemoNetwork,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly items: ItemRepository,
    private readonly movements: MovementRepository,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.demo.register({ stage: 4, seed: () => this.seed() });
  }

  private async seed(): Promise<void> {
    for (const laboratory of await this.laboratories.findByCodes(Object.keys(demoStocks))) {
      const by = await this.clerkOf(laboratory);
      await this.unitOfWork.run(() => this.write(laboratory, by));
    }
  }

  private async write(laboratory: LaboratoryRow, by: { userId: string; name: string }): Promise<void> {
    const { products, share } = demoStocks[laboratory.code] ?? { products: 0, share: 0 };
    const now = this.clock.now();
    const stocked = demoProducts
      .slice(0, products)
      .map((product, index) => demoItem({ laboratory, product, index, share, now, by }));
    await this.items.insertMany(stocked.map(({ item }) => item));
    await this.movements.insertMany(stocked.flatMap(({ movements }) => movements));
    await this.audit.record(
      ...stocked.flatMap(({ created, item }, index) =>
        editsOf(created, item, index).map((edit) => ({
          ...edit,
          actor: by,
          entity: 'inventory',
          entityId: created._id,
          laboratoryId: laboratory._id,
        })),
      ),
    );
    const changes = stocked.map(({ item }) => ({ before: null, after: item }));
    await this.unitOfWork.raise(itemsChanged, { actor: null, action: 'created', changes });
  }

  /** Who keeps the stock: the manager or, where there is none, the lab admin. */
  private async clerkOf({ _id, code }: LaboratoryRow): Promise<{ userId: string; name: string }> {
    const page = { laboratoryId: _id.toHexString(), page: 1, limit: 100 };
    const { items: people } = await this.people.pageOfLaboratory(LabScope.everywhere(), page);
    const clerk = people.find(({ role }) => role === 'manager') ?? people.find(({ role }) => role === 'lab_admin');
    if (!clerk) throw new Error(`${code} lacks a manager`);
    return { userId: clerk._id.toHexString(), name: clerk.name };
  }
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
