import { successOf } from '../../common/envelope.js';
import { IdParams } from '../../common/id.js';
import { defineRoutes, idempotent } from '../../common/route.js';
import { CreditSchema, EnterCreditBody } from './credit.schema.js';
import { BillSchema, EnterBillBody, OrderBillsSchema } from './bill.schema.js';

/** Bills of suppliers for what was ordered. Each is an expense entry, and is decided and cancelled as such. */
export const billsContract = defineRoutes({
  ofOrder: {
    method: 'GET',
    path: '/purchase-orders/:id/bills',
    summary: 'List the bills of a purchase order',
    description:
      'At most 50, the newest first, with their credits, what was ordered, received and billed of each line, and ' +
      'which returns can be credited.',
    pathParams: IdParams,
    responses: { 200: successOf(OrderBillsSchema) },
    errors: ['PURCHASE_ORDER_NOT_FOUND'],
    metadata: { permission: 'transactions.view', also: 'purchaseOrders.view' },
  },
  enter: {
    method: 'POST',
    path: '/purchase-orders/:id/bills',
    summary: 'Enter the bill of a purchase order',
    description:
      'Creates an expense entry of today, pending approval, with the tax as part of the cost. It can be approved once ' +
      'nothing differs from what was ordered and received by more than the laboratory tolerates. The number of a bill ' +
      'is taken once per supplier and financial year, unless its entry was cancelled or reversed.',
    headers: idempotent,
    pathParams: IdParams,
    body: EnterBillBody,
    responses: {
      201: successOf(BillSchema, ({ number, entry }) => `Bill ${number} was entered as ${entry.transactionNo}`),
    },
    errors: [
      'PURCHASE_ORDER_NOT_FOUND',
      'PURCHASE_ORDER_STATE',
      'BILL_NUMBER_TAKEN',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'PERIOD_LOCKED',
    ],
    metadata: { permission: 'transactions.create', also: 'purchaseOrders.view' },
  },
  enterCredit: {
    method: 'POST',
    path: '/purchase-orders/:id/credits',
    summary: 'Enter the credit note for a return',
    description:
      'Creates a contra entry of today for the entry of an approved bill, pending approval. It counts negative once it ' +
      'is approved; the entry of the bill stays approved, and can no longer be reversed. The amount is at most what the ' +
      'returned units cost on the bill, with tax. A return is credited once. The number of a credit note is taken once ' +
      'per supplier and financial year, unless its entry was cancelled.',
    headers: idempotent,
    pathParams: IdParams,
    body: EnterCreditBody,
    responses: {
      201: successOf(
        CreditSchema,
        ({ number, entry }) => `Credit note ${number} was entered as ${entry.transactionNo}`,
      ),
    },
    errors: [
      'PURCHASE_ORDER_NOT_FOUND',
      'PURCHASE_ORDER_STATE',
      'TRANSACTION_NOT_REVERSIBLE',
      'TRANSACTION_HAS_REVERSAL',
      'CREDIT_NUMBER_TAKEN',
      'CREDIT_TOO_HIGH',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'PERIOD_LOCKED',
    ],
    metadata: { permission: 'transactions.create', also: 'purchaseOrders.view' },
  },
});
