import { type MovementType, USE_DAYS } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Migration, Migrations } from '../../../platform/mongo/migrations';
import { addDays } from '../../../platform/time/business-day';
import type { ItemRow } from '../items/item.document';
import type { MovementRow } from './movement.document';

type Line = { quantity: number };

/** Adds a stock change to the use of an item, and drops the days that average use no longer depends on. */
export function dailyUseAfter(
  before: ItemRow['dailyUse'],
  { type, lines, day }: { type: MovementType; lines: readonly Line[]; day: string },
): ItemRow['dailyUse'] {
  if (type !== 'out') return before;
  const used = lines.reduce((sum, { quantity }) => sum - quantity, before[day] ?? 0);
  const first = firstDay(day);
  return Object.fromEntries([...Object.entries(before).filter(([one]) => one >= first && one !== day), [day, used]]);
}

/** The quantity of an item that was used in the last `USE_DAYS` days. */
export function recentUse({ dailyUse }: Pick<ItemRow, 'dailyUse'>, today: string): number {
  const first = firstDay(today);
  return Object.entries(dailyUse).reduce((sum, [day, quantity]) => (day >= first ? sum + quantity : sum), 0);
}

function firstDay(today: string): string {
  return addDays(today, 1 - USE_DAYS);
}

/** For items stored before their use was: adds it up from the ledger. */
export const addDailyUse: Migration = {
  id: '2026-11-22-add-daily-use',
  up: async (connection, signal) => {
    const items = connection.collection<ItemRow>('inventory_items');
    const movements = connection.collection<MovementRow>('stock_movements');
    for await (const { _id } of items.find({ dailyUse: { $exists: false } }, { projection: { _id: 1 } })) {
      signal.throwIfAborted();
      let dailyUse: ItemRow['dailyUse'] = {};
      for await (const { type, day, quantity } of movements.find({ 'item._id': _id }).sort({ seq: 1 })) {
        dailyUse = dailyUseAfter(dailyUse, { type, day, lines: [{ quantity }] });
      }
      await items.updateOne({ _id }, { $set: { dailyUse } });
    }
  },
};

@Injectable()
export class DailyUseMigration implements OnModuleInit {
  constructor(private readonly migrations: Migrations) {}

  onModuleInit(): void {
    this.migrations.register(addDailyUse);
  }
}
