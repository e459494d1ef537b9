import { type PurchaseOrderStatus, purchaseOrderStatusLabels } from '@shifa/contract';
import { lacks, type Policy, refusal } from '../../../platform/domain/policy';
import { objectId } from '../../../platform/domain/object-id';
import { type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import type { PurchasedOrder } from '../../purchasing/purchasing.port';

/** Orders that the supplier got. What was ended may have been delivered before. */
const billable: readonly PurchaseOrderStatus[] = ['sent', 'partly_received', 'received', 'closed', 'closed_short'];

/** Who can enter a bill of an order. */
export const billPolicy: Policy<'enterBill', PurchasedOrder, { laboratory: LaboratoryRow }> = {
  enterBill: (viewer, { laboratoryId, number, status }, { laboratory }) => {
    if (!billable.includes(status)) {
      const message = `${number} is ${purchaseOrderStatusLabels[status].toLowerCase()}. A bill can be entered once the order was sent.`;
      return { ...refusal('PURCHASE_ORDER_STATE', message), hidden: true, external: true };
    }
    const own = { laboratoryId, personId: objectId(viewer.userId) };
    return lacks(viewer, 'transactions.create', own) ?? laboratoryUsePolicy.enterRecords(laboratory);
  },
};
