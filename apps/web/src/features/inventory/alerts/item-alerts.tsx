import Stack from '@mui/material/Stack';
import { formatQuantity, type InventoryItem } from '@shifa/contract';
import { useState } from 'react';
import { Actions } from '../../../screens/actions/actions';
import { ItemAction } from '../../../screens/actions/item-actions';
import { Banner } from '../../../ui/feedback/banner';
import { ActionRowList } from '../../../screens/list/list-view';
import { formatDay } from '../../../lib/format';
import { orderActions } from '../orders/order.actions';
import { stockAlertActions } from './stock-alert.actions';
import { stockAlertListOf } from './stock-alert-list';

/** What is on order of an item, and its alerts. */
export function ItemAlerts({ item }: { item: InventoryItem }) {
  const [list] = useState(() => stockAlertListOf(item._id));
  const { onOrder, unit } = item;
  return (
    <Stack sx={{ gap: 4 }}>
      <Actions of={orderActions}>
        {onOrder ? (
          <Banner
            tone="info"
            action={
              <>
                <ItemAction action="change" item={item} size="small" color="inherit" />
                {onOrder.quantity > (onOrder.purchased ?? 0) && (
                  <ItemAction action="withdraw" item={item} size="small" color="inherit" />
                )}
              </>
            }
          >
            On order: {formatQuantity(onOrder.quantity, unit)}, expected {formatDay(onOrder.expectedOn)}
          </Banner>
        ) : (
          <div>
            <ItemAction action="order" item={item} variant="outlined" color="inherit" />
          </div>
        )}
      </Actions>
      <div>
        <Actions of={stockAlertActions}>
          <ActionRowList list={list} />
        </Actions>
      </div>
    </Stack>
  );
}
