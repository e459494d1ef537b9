import { OrderBillList } from '../../features/finance/bills/order-bills';
import { OrderPage, type OrderPageProps } from '../../features/purchasing/orders/order-page';

/** What other features show of an order. */
const extensions: OrderPageProps = {
  bills: (order) => <OrderBillList order={order} />,
};

/** An order with its bills, which are entries of the finances. */
export function OrderWithBills() {
  return <OrderPage {...extensions} />;
}
