import { formatQuantity, type MovementType, type StockChange } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { undoToast } from '../../../ui/undo-toast';
import { api } from '../../../data/api';
import { messageOf } from '../../../lib/api-error';
import { idempotencyKey } from '../../../data/idempotency';
import { send } from '../../../data/queries';
import { inventoryResource } from '../inventory.resource';

/** Announces a stock change, with the way to take it back where that is one adjustment. */
export function useStockToast(): (change: StockChange) => void {
  const queryClient = useQueryClient();

  const undo = async (item: StockChange, body: Adjustment, key: string) => {
    try {
      await send(api.inventory.changeStock, { params: { id: item._id }, body }, { key });
      enqueueSnackbar(`${item.name}: change undone`, { variant: 'success' });
    } catch (error) {
      enqueueSnackbar(messageOf(error, "Couldn't undo the change"), { variant: 'error' });
    }
    await inventoryResource.invalidate(queryClient, item._id);
  };

  return (change) => {
    if (change.writeOff) {
      const text = `${change.writeOff.number ?? change.name} is pending approval. The stock is set aside until then.`;
      enqueueSnackbar(text, { variant: 'info' });
      return;
    }
    const body = reversalOf(change);
    const key = idempotencyKey();
    const pending = arrivedForAcceptance(change);
    const text =
      pending === undefined
        ? `${change.name}: ${formatQuantity(change.usableQuantity, change.unit)} usable`
        : `${change.name}: batch ${pending} must be accepted before use`;
    if (body) undoToast(text, () => void undo(change, body, key), 'success');
    else enqueueSnackbar(text, { variant: 'success' });
  };
}

/** The number of the batch that was received and is not accepted yet. */
function arrivedForAcceptance({ movements, batches }: StockChange): string | undefined {
  const arrived = movements.filter(({ quantity }) => quantity > 0).map(({ batch }) => batch._id);
  return batches.find(({ _id, acceptancePending }) => acceptancePending && arrived.includes(_id))?.batchNumber;
}

type Adjustment = { type: 'adjustment'; batchId: string; quantity: number; countedAtSeq: number; reason: string };

/** What changes more than the stock, which no adjustment takes back: the use per day, orders and the cost of the item. */
const changingMore: readonly MovementType[] = ['out', 'in'];

/** The adjustment that takes back a change of a single batch; movements since then are kept. */
function reversalOf({ movements, batches }: StockChange): Adjustment | undefined {
  const [movement, ...others] = movements.filter(({ quantity }) => quantity !== 0);
  if (!movement || others.length > 0 || changingMore.includes(movement.type)) return undefined;
  const after = batches.find(({ _id }) => _id === movement.batch._id);
  if (!after) return undefined;
  return {
    type: 'adjustment',
    batchId: movement.batch._id,
    quantity: after.quantity - movement.quantity,
    countedAtSeq: movement.seq,
    reason: 'Change undone',
  };
}
