import { OrderBillList } from '../../features/finance/bills/order-bills';
import { OrderPage } from '../../features/purchasing/orders/order-page';

/** An order with its bills, which are entries of the finances. */
export function OrderWithBills() {
  return <OrderPage bills={(order) => <OrderBillList order={order} />} />;
}
