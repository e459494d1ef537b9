import { OrderPage } from '../../features/purchasing/orders/order-page';
import { OrderExtensions } from '../../screens/detail/order-extensions';
import { orderExtensions } from './order-extensions';

/** An order with what every feature knows of it. */
export function OrderWithExtensions() {
  return (
    <OrderExtensions value={orderExtensions}>
      <OrderPage />
    </OrderExtensions>
  );
}
