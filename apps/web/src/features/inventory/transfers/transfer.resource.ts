import { type StockTransfer, StockTransferSchema, TransferListQuery, TransferStatusSchema } from '@shifa/contract';
import { z } from 'zod';
import { api } from '../../../data/api';
import { live } from '../../../data/live';
import { keyOf } from '../../../data/queries';
import { defineResource } from '../../../data/resource';

/** Stock on its way between two laboratories. */
export const transferResource = defineResource({
  noun: 'transfer',
  plural: 'transfers',
  entity: 'stock-transfer',
  list: api.stockTransfers.list,
  get: api.stockTransfers.get,
  summaries: [api.stockTransfers.rescues, api.inventory.list, api.inventory.stats],
  schema: StockTransferSchema,
  nameOf: ({ number }: Pick<StockTransfer, 'number'>) => number,
});

export const transferLive = live({
  'stock-transfer:*': ({ _id }) => [
    keyOf(api.stockTransfers.list),
    keyOf(api.stockTransfers.rescues),
    keyOf(api.stockTransfers.get, { params: { id: _id } }),
  ],
});

/** What the address bar holds of the list: what is in transit unless it says otherwise. */
export const TransferListState = TransferListQuery.omit({ fromLaboratoryId: true, toLaboratoryId: true }).extend({
  status: z
    .union([z.array(TransferStatusSchema).min(1), TransferStatusSchema.transform((status) => [status])])
    .default(['sent', 'partly_received']),
  fromLaboratoryId: z.string().optional(),
  toLaboratoryId: z.string().optional(),
});
export type TransferListState = z.output<typeof TransferListState>;
