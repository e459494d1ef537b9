import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Migration, Migrations } from '../../../platform/mongo/migrations';
import type { StockAlertRow } from './stock-alert.document';

/** Resolves the low-stock alerts of items that are out of stock, which have one alert now instead of two. */
export const resolveLowOfOut: Migration = {
  id: '2026-11-22-resolve-low-stock-alerts-of-items-out-of-stock',
  up: async (connection) => {
    const alerts = connection.collection<StockAlertRow>('stock_alerts');
    const itemIds = await alerts.distinct('item._id', { kind: 'out', isLive: true });
    const now = new Date();
    await alerts.updateMany(
      { kind: 'low', isLive: true, 'item._id': { $in: itemIds } },
      {
        $set: { state: 'resolved', isLive: false, until: null, resolvedAt: now, updatedAt: now },
        $inc: { version: 1 },
      },
    );
  },
};

@Injectable()
export class StockAlertMigration implements OnModuleInit {
  constructor(private readonly migrations: Migrations) {}

  onModuleInit(): void {
    this.migrations.register(resolveLowOfOut);
  }
}
