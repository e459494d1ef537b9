import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatQuantity, type InventoryItem, OrderItemBody, type ReorderSuggestion } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import { z } from 'zod';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormNumber } from '../../../ui/fields/form-number';
import { FormText } from '../../../ui/fields/form-text';
import { LoadingDrawer } from '../../../ui/drawers/loading-drawer';
import { pairStyle } from '../../../ui/fields/pair-style';
import { describedField } from '../../../screens/form/described-field';
import { VersionedForm } from '../../../screens/form/versioned-form';
import { api } from '../../../data/api';
import { dayAhead } from '../../../lib/calendar';
import { formatCount, formatDay, formatDayCount } from '../../../lib/format';
import { pageQuery, send } from '../../../data/queries';
import { inventoryResource } from '../inventory.resource';
import { unitWord } from '../item-display';
import { WhySuggestion } from './why-suggestion';

type OrderDrawerProps = { itemId: string; onDone?: (saved: InventoryItem) => void; onClose: () => void };

/** Records what was ordered of one item, starting from what is suggested. */
export function OrderDrawer({ itemId, ...props }: OrderDrawerProps) {
  const query = useQuery({ ...inventoryResource.detail(itemId), staleTime: 0 });
  const suggested = useQuery({ ...pageQuery(api.stockAlerts.reorder, { query: { itemId } }), staleTime: 0 });
  const isReady = query.isFetchedAfterMount && suggested.isFetchedAfterMount;
  // Without a suggestion, the order is entered by hand.
  if (query.data && isReady) return <OrderForm {...props} item={query.data} suggestion={suggested.data?.data[0]} />;
  return <LoadingDrawer title="Record an order" thing="item" query={query} onClose={props.onClose} />;
}

type OrderValues = { quantity: number | null; expectedOn: string };

const fields = [
  describedField('quantity', 'Quantity', formatCount),
  describedField('expectedOn', 'Expected on', formatDay),
];

const NewOrder = OrderItemBody.refine(({ quantity }) => quantity > 0, {
  path: ['quantity'],
  error: 'Must be at least 1',
});

type OrderFormProps = Omit<OrderDrawerProps, 'itemId'> & {
  item: InventoryItem;
  suggestion: ReorderSuggestion | undefined;
};

function OrderForm({ item, suggestion, onDone, onClose }: OrderFormProps) {
  return (
    <VersionedForm<OrderValues, OrderItemBody, InventoryItem, InventoryItem>
      resource={inventoryResource}
      document={item}
      blank={orderFor(item, suggestion)}
      toValues={(newest) => orderFor(newest, suggestion)}
      resolverFor={(newest) =>
        zodResolver(
          z
            .custom<OrderValues>()
            .transform(({ quantity, expectedOn }): unknown => ({
              quantity: quantity ?? Number.NaN,
              expectedOn: expectedOn || undefined,
              version: newest?.version,
            }))
            .pipe(NewOrder),
        )
      }
      fields={fields}
      send={(body, key, signal) => send(api.stockAlerts.order, { params: { id: item._id }, body }, { key, signal })}
      draft={`inventory-order:${item._id}`}
      title="Record an order"
      verb="Record order"
      success={(saved) => `${saved.name} is on order`}
      disabledReason={disabledReasonOf(item.actions.move)}
      onSaved={(saved) => {
        onClose();
        onDone?.(saved);
      }}
      onClose={onClose}
    >
      {({ form: { control }, base }) => (
        <OrderFields control={control} item={item} suggestion={suggestion} current={base ?? item} />
      )}
    </VersionedForm>
  );
}

type OrderFieldsProps = Pick<OrderFormProps, 'item' | 'suggestion'> & {
  control: Control<OrderValues, unknown, OrderItemBody>;
  /** The version that the form is based on. */
  current: InventoryItem;
};

function OrderFields({ control, item, suggestion, current: { onOrder, unit } }: OrderFieldsProps) {
  return (
    <>
      <div>
        <Typography variant="h4" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {item.name}
        </Typography>
        <Typography variant="body2" color="textSecondary" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
          {[item.itemCode, item.supplier, `${formatQuantity(item.usableQuantity, unit)} usable`]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </div>
      {suggestion && (
        <Typography className="tabular">
          Suggested: {formatQuantity(suggestion.suggestedQuantity, unit)} <WhySuggestion suggestion={suggestion} />
        </Typography>
      )}
      <Box sx={pairStyle}>
        <FormNumber
          control={control}
          name="quantity"
          label="Quantity ordered"
          unit={unitWord(unit)}
          help={onOrder ? `The new total: ${formatQuantity(onOrder.quantity, unit)} on order so far.` : undefined}
          autoFocus
        />
        <FormText
          control={control}
          name="expectedOn"
          label="Expected on"
          type="date"
          help={`Lead time: ${formatDayCount(item.leadTimeDays)}.`}
        />
      </Box>
      <Typography variant="body2" color="textSecondary">
        Low-stock alerts pause until the expected delivery. Receipts count towards the order.
      </Typography>
    </>
  );
}

/** What the form starts with: what is on order and what is suggested beyond that, delivered after the lead time. */
function orderFor(item: InventoryItem, suggestion: ReorderSuggestion | undefined): OrderValues {
  const { onOrder, leadTimeDays, reorderQuantity, laboratoryId } = item;
  const more = suggestion?.suggestedQuantity ?? (onOrder ? 0 : reorderQuantity);
  const quantity = (onOrder?.quantity ?? 0) + more;
  return {
    quantity: quantity === 0 ? null : quantity,
    expectedOn:
      onOrder && more === 0
        ? (onOrder.recordedOn ?? onOrder.expectedOn)
        : dayAhead(leadTimeDays, laboratoryId.timezone),
  };
}
