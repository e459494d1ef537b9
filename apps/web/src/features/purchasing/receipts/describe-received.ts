import { formatQuantity, type GoodsReceipt, type InventoryUnit } from '@shifa/contract';
import { formatCount } from '../../../lib/format';
import { receivedBatchText } from '../purchasing.messages';

type Received = Pick<GoodsReceipt['lines'][number], 'batches' | 'short' | 'damaged' | 'refused' | 'reason'>;
type Unit = InventoryUnit | null;

const problems = ['short', 'damaged', 'refused'] as const;

/** `5 bottles of LOT-7, expires Dec 31, 2099`, for each batch. */
export function describeBatches({ batches }: Pick<Received, 'batches'>, unit: Unit): string[] {
  return batches.map(({ quantity, ...batch }) => receivedBatchText(quantityOf(quantity, unit), batch));
}

/** `2 bottles damaged, 1 bottle refused: Broken in transit`; nothing where nothing was wrong. */
export function describeProblems({ reason, ...received }: Omit<Received, 'batches'>, unit: Unit): string | undefined {
  const parts = problems
    .filter((field) => received[field] > 0)
    .map((field) => `${quantityOf(received[field], unit)} ${field}`);
  if (parts.length === 0) return undefined;
  return reason === null ? parts.join(', ') : `${parts.join(', ')}: ${reason}`;
}

function quantityOf(quantity: number, unit: Unit): string {
  return unit === null ? formatCount(quantity) : formatQuantity(quantity, unit);
}
