import Stack from '@mui/material/Stack';
import { formatQuantity, type InventoryItem } from '@shifa/contract';
import { useState } from 'react';
import { useActions } from '../../../screens/actions/use-actions';
import { Banner } from '../../../ui/feedback/banner';
import { RowList } from '../../../screens/list/list-view';
import { formatDay } from '../../../lib/format';
import { orderActions } from '../orders/order.actions';
import { stockAlertActions } from './stock-alert.actions';
import { stockAlertListOf } from './stock-alert-list';

/** What is on order of an item, and its alerts. */
export function ItemAlerts({ item }: { item: InventoryItem }) {
  const [list] = useState(() => stockAlertListOf(item._id));
  const actions = useActions(stockAlertActions);
  const orders = useActions(orderActions);
  const { onOrder, unit } = item;
  return (
    <Stack sx={{ gap: 4 }}>
      {onOrder ? (
        <Banner
          tone="info"
          action={
            <>
              {orders.button('change', item, { size: 'small', color: 'inherit' })}
              {orders.button('withdraw', item, { size: 'small', color: 'inherit' })}
            </>
          }
        >
          On order: {formatQuantity(onOrder.quantity, unit)}, expected {formatDay(onOrder.expectedOn)}
        </Banner>
      ) : (
        <div>{orders.button('order', item, { variant: 'outlined', color: 'inherit' })}</div>
      )}
      <div>
        <RowList list={list} entriesFor={(alert) => actions.entriesFor(alert)} />
      </div>
      {actions.dialog}
      {orders.dialog}
    </Stack>
  );
}
