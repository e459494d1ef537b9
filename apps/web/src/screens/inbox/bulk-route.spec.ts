import { expect, it } from 'vitest';
import { api } from '../../data/api';
import { bulkDecisions } from './bulk-route';

const { describe: described } = bulkDecisions(api.purchaseOrders.bulkDecide, { one: 'order', many: 'orders' });
const decided = (...statuses: string[]) => statuses.map((status) => ({ status }));
const partial = 'partially_approved';

it.each([
  [decided('approve'), '1 order was approved'],
  [decided('approve', 'approve'), '2 orders were approved'],
  [decided(partial), '1 order was approved and needs a second approval'],
  [decided(partial, partial), '2 orders were approved, and each needs a second approval'],
  [decided(partial, 'approve'), '2 orders were approved, and 1 of them needs a second approval'],
  [decided(partial, partial, 'approve'), '3 orders were approved, and 2 of them need a second approval'],
])('says which approvals are not the last one: %j', (statuses, text) => {
  expect(described('approve', statuses)).toBe(text);
});
