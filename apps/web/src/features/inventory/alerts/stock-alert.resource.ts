import { type StockAlert, StockAlertSchema, stockAlertKindLabels } from '@shifa/contract';
import { api } from '../../../data/api';
import { defineResource } from '../../../data/resource';

/** What the lists and the actions of stock alerts have in common. */
export const stockAlertResource = defineResource({
  noun: 'alert',
  plural: 'alerts',
  entity: 'stock-alert',
  list: api.stockAlerts.list,
  get: api.stockAlerts.get,
  schema: StockAlertSchema,
  nameOf: ({ item, kind }: Pick<StockAlert, 'item' | 'kind'>) => `${item.name} · ${stockAlertKindLabels[kind]}`,
});
