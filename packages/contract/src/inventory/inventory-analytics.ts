import { z } from 'zod';
import { analysisOf, AnalyticsQuery } from '../common/analytics.js';
import { enumOf } from '../common/enum.js';
import { successOf } from '../common/envelope.js';
import { TotalPaiseSchema } from '../common/money.js';
import { InventoryUnitSchema } from './inventory-item.schema.js';
import { InventoryStatsSchema } from './stock.schema.js';

export const inventoryGroups = ['month', 'category', 'item', 'laboratory'] as const;
const GroupSchema = enumOf(inventoryGroups);
export type InventoryGroup = (typeof inventoryGroups)[number];

export const InventoryAnalyticsQuery = AnalyticsQuery.safeExtend({ groupBy: GroupSchema.default('category') });
export type InventoryAnalyticsQuery = z.infer<typeof InventoryAnalyticsQuery>;

const quantity = z.number().int();

const InventoryValuesSchema = z.object({
  /** At the cost of the batch, as all values. Transfers, returns and corrections are in none of them. */
  receivedPaise: TotalPaiseSchema,
  usedPaise: TotalPaiseSchema,
  wastedPaise: TotalPaiseSchema,
  /** The part of the wasted value that was past its expiry date. */
  expiredPaise: TotalPaiseSchema,
  /** Of a single item; quantities of several items cannot be added up. */
  quantities: z.object({ unit: InventoryUnitSchema, received: quantity, used: quantity, wasted: quantity }).nullable(),
});
export type InventoryValues = z.infer<typeof InventoryValuesSchema>;

/** By item, the 100 with the largest values. */
export const InventoryAnalyticsSchema = analysisOf(GroupSchema, InventoryValuesSchema).extend({
  /** The stock of today, whatever the period. */
  stock: InventoryStatsSchema.pick({ items: true, valuePaise: true, expiredValuePaise: true, byCategory: true }),
});
export type InventoryAnalytics = z.infer<typeof InventoryAnalyticsSchema>;

export const inventoryAnalyticsRoute = {
  method: 'GET',
  path: '/reports/analytics/inventory',
  summary: 'Analyze the value of stock that was received, used and wasted in a period',
  description:
    'Values by month, category, item or laboratory, of one laboratory or of all in the caller’s scope. By item, the ' +
    '100 with the largest values.',
  query: InventoryAnalyticsQuery,
  responses: { 200: successOf(InventoryAnalyticsSchema) },
  errors: ['LABORATORY_NOT_FOUND'],
  metadata: { permission: 'reports.view', also: 'inventory.view' },
} as const;
