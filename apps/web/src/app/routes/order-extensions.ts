import type { OrderExtension } from '../../screens/detail/order-extensions';
import { billsOfOrder } from '../../features/finance/order-extension';

/** What other features show of a purchase order. A feature adds its tab in one line. */
export const orderExtensions: readonly OrderExtension[] = [billsOfOrder];
