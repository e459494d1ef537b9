import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type Batch,
  formatQuantity,
  type InventoryItem,
  MAX_TRANSFER_LINES,
  type SendTransferInput,
} from '@shifa/contract';
import { enteredIn, inOtherPack, type Packed, packedAs, unitsOf } from '../../../screens/packs/packed';
import { PackedQuantity } from '../../../screens/packs/packed-quantity';
import { formatDay } from '../../../lib/format';
import { unitWord } from '../item-display';

type Quantities = Readonly<Record<string, Packed>>;

/** What was entered for one item. */
export type Entered = {
  itemId: string;
  total: Packed;
  /** By batch, once a batch was changed; before that, the batches follow from the total. */
  chosen?: Quantities;
};

export const nothing: Packed = { quantity: null, pack: null };

/** What would be sent of one item. */
export type Goods = ReturnType<typeof goodsOf>;

export function goodsOf(item: InventoryItem, { total, chosen }: Entered) {
  const batches = item.batches.filter(({ quantity, unusableReason }) => quantity > 0 && unusableReason === null);
  const units = unitsOf(total);
  const quantities = chosen ?? firstExpiryFirst(batches, units ?? 0);
  const entered = enteredIn(total);
  const lines = batches.flatMap(({ _id }) => {
    const packed = quantities[_id] ?? nothing;
    const quantity = unitsOf(packed) ?? 0;
    const ofLine = enteredIn(packed);
    return quantity === 0 ? [] : [{ itemId: item._id, batchId: _id, quantity, ...(ofLine && { entered: ofLine }) }];
  });
  const sum = lines.reduce((added, { quantity }) => added + quantity, 0);
  const shown = chosen ? packedAs(sum, null) : total;
  const fault = faultOfTotal(unitsOf(shown), item);
  const batchFaults = batches.map((batch) => faultOfBatch(batch, unitsOf(quantities[batch._id] ?? nothing) ?? 0, item));
  const complete = fault === undefined && batchFaults.every((one) => one === undefined);
  // Packs of several batches were entered once: the server takes the same batches, and keeps the packs with each.
  const isOnce = !chosen && entered && units !== null && lines.length <= MAX_TRANSFER_LINES;
  const sent: SendTransferInput['lines'] = isOnce ? [{ itemId: item._id, quantity: units, entered }] : lines;
  return { item, batches, quantities, lines: sent, derived: !chosen, shown, fault, batchFaults, complete };
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
  const changeBatch = (id: string, next: Packed) => {
    const before = quantities[id] ?? nothing;
    // The number follows from the total until someone types another one.
    const packed = goods.derived && next.quantity === before.quantity ? inOtherPack(before, next.pack) : next;
    onChange({ total: nothing, chosen: { ...quantities, [id]: packed } });
  };
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
        <PackedQuantity
          label="Quantity"
          unit={item.unit}
          packs={item.packages}
          value={shown}
          after={unitWord(item.unit)}
          error={tried ? fault : undefined}
          help="The batch that expires first is sent first."
          onChange={(total) => onChange({ total, chosen: undefined })}
        />
      )}
      {batches.map((batch, index) => (
        <PackedQuantity
          key={batch._id}
          label={`Batch ${batch.batchNumber}`}
          unit={item.unit}
          packs={item.packages}
          value={quantities[batch._id] ?? nothing}
          after={unitWord(item.unit)}
          help={[
            `${formatQuantity(batch.quantity, item.unit)} there`,
            ...(batch.lastUsableDay === null ? [] : [`until ${formatDay(batch.lastUsableDay)}`]),
          ].join(', ')}
          error={batchFaults[index]}
          onChange={(packed) => changeBatch(batch._id, packed)}
        />
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
      return [batch._id, taken === 0 ? nothing : packedAs(taken, null)];
    }),
  );
}
