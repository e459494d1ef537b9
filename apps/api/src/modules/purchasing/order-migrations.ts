import { PurchasingPolicySchema } from '@shifa/contract';
import { type Migration, provideMigrations } from '../../platform/mongo/migrations';
import { addPolicies } from '../laboratories/laboratories.port';
import type { PurchaseOrderRow } from './orders/purchase-order.repository';

/** For laboratories stored before purchasing had rules. */
const addPurchasingPolicies = addPolicies('2026-11-27-add-purchasing-policies', {
  purchasing: PurchasingPolicySchema.parse({}),
});

/** Keeps on orders what became of their emails, as long as the outbox knows it. Of older ones, nothing is known. */
export const keepDeliveriesOfOrders: Migration = {
  id: '2026-11-29-keep-deliveries-of-orders',
  up: async (connection, signal) => {
    const orders = connection.collection<PurchaseOrderRow>('purchase_orders');
    const deliveries = connection.collection('deliveries');
    for await (const { _id, sent } of orders.find({ 'sent.messageId': { $type: 'objectId' } })) {
      signal.throwIfAborted();
      const messageIds = sent.flatMap(({ messageId }) => messageId ?? []);
      await deliveries.updateMany({ _id: { $in: messageIds } }, { $set: { causeId: _id } });
      const messages = await deliveries.find({ _id: { $in: messageIds } }).toArray();
      const noted = sent.map((one) => {
        const message = messages.find((other) => one.messageId?.equals(other._id));
        return message ? { ...one, accepted: message['status'] === 'sent' } : one;
      });
      await orders.updateOne({ _id }, { $set: { sent: noted } });
    }
  },
};

export const orderMigrations = provideMigrations(addPurchasingPolicies, keepDeliveriesOfOrders);
