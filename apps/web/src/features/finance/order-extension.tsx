import type { OrderExtension } from '../../screens/detail/order-extensions';
import { OrderBillList } from './bills/order-bills';

export const billsOfOrder: OrderExtension = {
  value: 'bills',
  label: 'Bills',
  permission: 'transactions.view',
  Section: OrderBillList,
};
