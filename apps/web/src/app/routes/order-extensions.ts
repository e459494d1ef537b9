import type { OrderExtension } from '../../screens/detail/order-extensions';
import { billsOfOrder } from '../../features/finance/order-extension';

/** What other features show of a purchase order, in the order of the tabs. */
export const orderExtensions: readonly OrderExtension[] = [
  // A feature adds its tab in one line.
  billsOfOrder,
];
