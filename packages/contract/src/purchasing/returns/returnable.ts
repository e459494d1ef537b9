import { toBatchKey } from '../../inventory/batch.status.js';

/** A batch of a line, as a receipt or a return names it. Ids are texts here. */
type NamedBatch = { lineId: string; batchNumber: string; expiryDate: string | null };
type Received = {
  _id: string;
  lines: readonly { lineId: string; batches: readonly (Omit<NamedBatch, 'lineId'> & { quantity: number })[] }[];
};
type Returned = { receipt: { _id: string }; lines: readonly (NamedBatch & { quantity: number })[] };

export type ReturnableBatch = NamedBatch & {
  /** Over all lines of the receipt with the batch. */
  accepted: number;
  /** What of it has not been returned yet, whether or not it is in stock. */
  returnable: number;
};

/** Two batches of a receipt are the same if they agree in this. */
export function batchOnReceipt({ lineId, batchNumber, expiryDate }: NamedBatch): string {
  return `${lineId} ${toBatchKey(batchNumber)} ${expiryDate ?? ''}`;
}

/** The batches that a receipt accepted, each once, and what of them did not go back with a return of that receipt. */
export function returnableOf(receipt: Received, returns: readonly Returned[]): ReturnableBatch[] {
  const batches = new Map<string, ReturnableBatch>();
  for (const { lineId, batches: accepted } of receipt.lines) {
    for (const { quantity, batchNumber, expiryDate } of accepted) {
      const named = { lineId, batchNumber, expiryDate };
      const before = batches.get(batchOnReceipt(named)) ?? { ...named, accepted: 0, returnable: 0 };
      const more = { accepted: before.accepted + quantity, returnable: before.returnable + quantity };
      batches.set(batchOnReceipt(named), { ...before, ...more });
    }
  }
  for (const line of returns.filter((one) => one.receipt._id === receipt._id).flatMap(({ lines }) => lines)) {
    const batch = batches.get(batchOnReceipt(line));
    if (batch) batch.returnable -= line.quantity;
  }
  return [...batches.values()];
}
