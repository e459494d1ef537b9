import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Batch, formatQuantity, type InventoryItem } from '@shifa/contract';
import { Field } from '../../../ui/fields/field';
import { NumberInput } from '../../../ui/fields/form-number';
import { formatDay } from '../../../lib/format';
import { unitWord } from '../item-display';

type Quantities = Readonly<Record<string, number | null>>;

/** What was entered for one item. */
export type Entered = {
  itemId: string;
  total: number | null;
  /** By batch, once a batch was changed; before that, the batches follow from the total. */
  chosen?: Quantities;
};

/** What would be sent of one item. */
export type Goods = ReturnType<typeof goodsOf>;

export function goodsOf(item: InventoryItem, { total, chosen }: Entered) {
  const batches = item.batches.filter(({ quantity, unusableReason }) => quantity > 0 && unusableReason === null);
  const quantities = chosen ?? firstExpiryFirst(batches, total ?? 0);
  const lines = batches.flatMap(({ _id }) => {
    const quantity = quantities[_id] ?? 0;
    return quantity === 0 ? [] : [{ itemId: item._id, batchId: _id, quantity }];
  });
  const sum = lines.reduce((added, { quantity }) => added + quantity, 0);
  const shown = chosen ? sum : total;
  const fault = faultOfTotal(shown, item);
  const batchFaults = batches.map((batch) => faultOfBatch(batch, quantities[batch._id] ?? 0, item));
  const complete = fault === undefined && batchFaults.every((one) => one === undefined);
  return { item, batches, quantities, lines, shown, fault, batchFaults, complete };
}

type SendGoodsProps = {
  goods: Goods;
  /** Whether a missing quantity is an error by now. */
  tried: boolean;
  onChange: (entered: Pick<Entered, 'total' | 'chosen'>) => void;
  /** Absent for the only item. */
  onRemove: (() => void) | undefined;
};

/** The quantity of one item to send, as a whole or by batch. */
export function SendGoods({ goods, tried, onChange, onRemove }: SendGoodsProps) {
  const { item, batches, quantities, shown, fault, batchFaults } = goods;
  return (
    <Stack component="section" aria-label={item.name} sx={{ gap: 4 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, alignItems: 'flex-start' }}>
        <div>
          <Typography variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
            {item.name}
          </Typography>
          <Typography variant="body2" color="textSecondary" className="tabular">
            {item.itemCode} · {formatQuantity(item.usableQuantity, item.unit)} usable in {item.laboratoryId.name}
          </Typography>
        </div>
        {onRemove && (
          <Button size="small" color="inherit" aria-label={`Remove ${item.name}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </Box>
      {batches.length === 0 && <Typography>This item has no usable stock to send.</Typography>}
      {batches.length > 0 && (
        <Field label="Quantity" error={tried ? fault : undefined} help="The batch that expires first is sent first.">
          {(a11y) => (
            <NumberInput
              {...a11y}
              value={shown}
              after={unitWord(item.unit)}
              onChange={(total) => onChange({ total, chosen: undefined })}
            />
          )}
        </Field>
      )}
      {batches.map((batch, index) => (
        <Field
          key={batch._id}
          label={`Batch ${batch.batchNumber}`}
          help={[
            `${formatQuantity(batch.quantity, item.unit)} there`,
            ...(batch.lastUsableDay === null ? [] : [`until ${formatDay(batch.lastUsableDay)}`]),
          ].join(', ')}
          error={batchFaults[index]}
        >
          {(a11y) => (
            <NumberInput
              {...a11y}
              value={quantities[batch._id] ?? null}
              after={unitWord(item.unit)}
              onChange={(quantity) => onChange({ total: null, chosen: { ...quantities, [batch._id]: quantity } })}
            />
          )}
        </Field>
      ))}
    </Stack>
  );
}

function faultOfTotal(quantity: number | null, { usableQuantity, unit }: InventoryItem): string | undefined {
  if (quantity === null || quantity === 0) return 'Enter the quantity to send';
  if (!Number.isInteger(quantity) || quantity < 0) return 'Enter a whole number';
  return quantity > usableQuantity ? `Only ${formatQuantity(usableQuantity, unit)} usable` : undefined;
}

function faultOfBatch({ quantity: there }: Batch, quantity: number, { unit }: InventoryItem): string | undefined {
  if (!Number.isInteger(quantity) || quantity < 0) return 'Enter a whole number';
  return quantity > there ? `The batch has only ${formatQuantity(there, unit)}` : undefined;
}

/** How a quantity is taken from batches in the order of their last day, as the server would take it. */
function firstExpiryFirst(batches: readonly Batch[], quantity: number): Quantities {
  let left = Number.isInteger(quantity) && quantity > 0 ? quantity : 0;
  return Object.fromEntries(
    batches.map((batch) => {
      const taken = Math.min(left, batch.quantity);
      left -= taken;
      return [batch._id, taken === 0 ? null : taken];
    }),
  );
}
