import ShoppingCart from '@mui/icons-material/ShoppingCartOutlined';
import { paths } from '../../config/paths';
import { orderLive, ordersWaitingForMe } from '../../features/purchasing/orders/order.resource';
import { PermissionSection } from '../../screens/actions/permission-section';
import { page, type Section } from './section';

/** Reached from the tabs of the inventory. */
export const purchaseOrders: Section = {
  path: paths.purchaseOrders,
  permission: 'purchaseOrders.view',
  pages: [
    { index: true, element: page(() => import('./purchase-orders-page'), 'PurchaseOrdersPage') },
    { path: ':id', element: page(() => import('./order-page'), 'OrderWithBills') },
    {
      path: ':id/print',
      element: page(() => import('../../features/purchasing/orders/order-print-page'), 'OrderPrintPage'),
    },
    {
      path: ':id/receive',
      element: (
        <PermissionSection permission="purchaseOrders.receive">
          {page(() => import('./receive-order-page'), 'ReceiveOrderPage')}
        </PermissionSection>
      ),
    },
  ],
  live: [orderLive],
  inbox: [
    {
      kind: 'orders',
      label: 'Orders',
      plural: 'orders',
      icon: <ShoppingCart />,
      permission: 'purchaseOrders.approve',
      count: ordersWaitingForMe,
      load: async () => (await import('../../features/purchasing/orders/order-review')).orderQueue,
    },
  ],
};
