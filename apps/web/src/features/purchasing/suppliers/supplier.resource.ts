import { SupplierListQuery, SupplierSchema } from '@shifa/contract';
import { z } from 'zod';
import { api } from '../../../data/api';
import { live } from '../../../data/live';
import { keyOf } from '../../../data/queries';
import { defineResource } from '../../../data/resource';

/** What the list, the form, the actions and the page of suppliers have in common. */
export const supplierResource = defineResource({
  noun: 'supplier',
  plural: 'suppliers',
  entity: 'supplier',
  list: api.suppliers.list,
  get: api.suppliers.get,
  summaries: [api.suppliers.proposals],
  schema: SupplierSchema,
  nameOf: ({ name }) => name,
});

export const supplierLive = live({
  'supplier:*': ({ _id }) => [keyOf(api.suppliers.list), keyOf(api.suppliers.get, { params: { id: _id } })],
});

/** What the address bar holds of the list. */
export const SupplierListState = SupplierListQuery.extend({ reviewDue: z.literal('true').optional() });
