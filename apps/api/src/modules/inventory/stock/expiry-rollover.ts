import { Injectable, Logger } from '@nestjs/common';
import { attemptEach } from '../../../platform/observability/attempt-each';
import { LabScope } from '../../../platform/domain/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Job } from '../../../platform/observability/job';
import { Clock } from '../../../platform/time/clock';
import { derivedFields, Items, itemsChanged } from './item';
import type { ItemRow } from './item.document';
import { ItemRepository } from './item.repository';
import { computeStock } from './stock';

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
  private readonly logger = new Logger(ExpiryRollover.name);
  private quietUntil = 0;
  private running: Promise<void> | undefined;

  constructor(
    private readonly items: ItemRepository,
    private readonly store: Items,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Runs no later than the item expects its next batch to expire. */
  expect({ changesAt }: ItemRow): void {
    if (changesAt) this.quietUntil = Math.min(this.quietUntil, changesAt.getTime());
  }

  @Job('stock-days', '0 * * * * *')
  async run(): Promise<void> {
    if (this.clock.now().getTime() < this.quietUntil) return;
    this.running ??= this.refresh().finally(() => (this.running = undefined));
    await this.running;
  }

  private async refresh(): Promise<void> {
    const now = this.clock.now();
    for (;;) {
      const due = await this.items.dueFor(LabScope.everywhere(), now, ITEMS_AT_ONCE);
      const refresh = ({ _id }: ItemRow) => this.unitOfWork.run(() => this.refreshOne(_id.toHexString()));
      const failed = await attemptEach(due, refresh, { logger: this.logger });
      if (due.length < ITEMS_AT_ONCE || failed.length === due.length) break;
    }
    const next = await this.items.nextDue(LabScope.everywhere());
    this.quietUntil = Math.min(now.getTime() + MAX_QUIET_MS, next?.getTime() ?? Infinity);
  }

  private async refreshOne(id: string): Promise<void> {
    const before = await this.items.findById(LabScope.everywhere(), id);
    if (!before) return;
    const laboratory = await this.store.readLaboratory(before);
    const today = this.store.today(laboratory);
    const stock = computeStock(before, { today, timezone: laboratory.timezone });
    const changes = { ...stock, ...derivedFields({ ...before, ...stock }) };
    const after: ItemRow = { ...before, ...changes };
    await this.items.refreshStock(LabScope.everywhere(), before, changes);
    await this.unitOfWork.raise(itemsChanged, { actor: null, action: 'expired', changes: [{ before, after }] });
  }
}
