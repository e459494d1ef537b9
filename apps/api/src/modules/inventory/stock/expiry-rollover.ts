import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import type { ItemRow } from './item.document';
import { derivedFields } from './item';
import { ItemRepository } from './item.repository';
import { itemsChanged, ItemStore } from './items';
import { stockOf } from './stock';

const ITEMS_AT_ONCE = 50;
/** Another process may have written an item that is due earlier. */
const MAX_QUIET_MS = 60_000;

/**
 * Brings the stock fields of items up to date when a batch expires, which happens without a write. It runs every minute,
 * and before each read of stock if an item is due, so that no list shows yesterday's stock after midnight. Running it
 * twice, or in several processes, changes nothing.
 */
@Injectable()
export class ExpiryRollover {
  private quietUntil = 0;
  private running: Promise<void> | undefined;

  constructor(
    private readonly items: ItemRepository,
    private readonly store: ItemStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Runs no later than the item expects its next batch to expire. */
  expect({ changesAt }: ItemRow): void {
    if (changesAt) this.quietUntil = Math.min(this.quietUntil, changesAt.getTime());
  }

  @Cron('0 * * * * *')
  async run(): Promise<void> {
    if (this.clock.now().getTime() < this.quietUntil) return;
    this.running ??= this.refresh().finally(() => (this.running = undefined));
    await this.running;
  }

  private async refresh(): Promise<void> {
    const now = this.clock.now();
    for (;;) {
      const due = await this.items.dueFor(LabScope.everywhere(), now, ITEMS_AT_ONCE);
      for (const { _id } of due) await this.unitOfWork.run(() => this.refreshOne(_id.toHexString()));
      if (due.length < ITEMS_AT_ONCE) break;
    }
    const next = await this.items.nextDue(LabScope.everywhere());
    this.quietUntil = Math.min(now.getTime() + MAX_QUIET_MS, next?.getTime() ?? Infinity);
  }

  private async refreshOne(id: string): Promise<void> {
    const before = await this.items.findById(LabScope.everywhere(), id);
    if (!before) return;
    const laboratory = await this.store.laboratoryOf(before);
    const today = this.store.today(laboratory);
    const stock = stockOf(before, { today, timezone: laboratory.timezone });
    const changes = { ...stock, ...derivedFields({ ...before, ...stock }) };
    const after: ItemRow = { ...before, ...changes };
    await this.items.refreshStock(LabScope.everywhere(), before, changes);
    await this.unitOfWork.raise(itemsChanged, { actor: null, action: 'expired', changes: [{ before, after }] });
  }
}
