import { type WriteOff, WriteOffListQuery, WriteOffSchema } from '@shifa/contract';
import { z } from 'zod';
import { api } from '../../../data/api';
import { live } from '../../../data/live';
import { keyOf, totalOf } from '../../../data/queries';
import { defineResource } from '../../../data/resource';

/** Write-offs above the limit of their laboratory. */
export const writeOffResource = defineResource({
  noun: 'write-off',
  plural: 'write-offs',
  entity: 'write-off',
  list: api.writeOffs.list,
  get: api.writeOffs.get,
  summaries: [api.inventory.list, api.inventory.stats, api.inventory.movements, api.inventory.get],
  schema: WriteOffSchema,
  nameOf: ({ number }: Pick<WriteOff, 'number'>) => number,
});

export const writeOffLive = live({
  'write-off:*': ({ _id }) => [keyOf(api.writeOffs.list), keyOf(api.writeOffs.get, { params: { id: _id } })],
});

/** How many write-offs the viewer can decide on. */
export const writeOffsWaitingForMe = { ...writeOffResource.page({ waitingForMe: 'true', limit: 1 }), select: totalOf };

/** What the address bar holds of the list. */
export const WriteOffListState = WriteOffListQuery.omit({ itemId: true }).extend({
  waitingForMe: z.literal('true').optional(),
});
