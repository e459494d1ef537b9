import {
  expiryOf,
  type PurchaseOrder,
  type PurchaseOrderLine,
  type ReceiveOrderInput,
  type Scan,
} from '@shifa/contract';

/** One batch as it is typed or scanned. */
export type BatchEntry = { batchNumber: string; expiryDate: string; quantity: number | null };

export type LineEntry = {
  batches: readonly BatchEntry[];
  short: number | null;
  damaged: number | null;
  refused: number | null;
  reason: string;
};

export type Entries = Readonly<Record<string, LineEntry>>;

/** What the page needs to know of a scanned box. */
export type Box = { scan: Scan; step: 'new' | 'completed' | 'again' };

const emptyBatch: BatchEntry = { batchNumber: '', expiryDate: '', quantity: null };

/** Everything that is outstanding, as if it had all arrived in one batch. */
export function outstandingEntries({ lines }: Pick<PurchaseOrder, 'lines'>): Entries {
  const awaited = lines.filter(({ outstanding }) => outstanding > 0);
  return Object.fromEntries(
    awaited.map(({ _id, outstanding }) => [
      _id,
      { batches: [{ ...emptyBatch, quantity: outstanding }], short: null, damaged: null, refused: null, reason: '' },
    ]),
  );
}

export function withAnotherBatch(entry: LineEntry): LineEntry {
  return { ...entry, batches: [...entry.batches, emptyBatch] };
}

/**
 * What a scanned box adds: its batch and expiry, and one pack. The first box of a line replaces what was assumed to have
 * arrived, so that boxes are counted by scanning them.
 * @returns the entries, or why the box is not taken.
 */
export function withBox(
  entries: Entries,
  lines: readonly PurchaseOrderLine[],
  { scan, step }: Box,
): { entries: Entries } | { fault: string } {
  const { code, item, batch, package: pack } = scan;
  if (!item) return { fault: 'No item here has this code. Enter the batch by hand.' };
  const line = lines.find(({ itemId }) => itemId === item._id);
  const entry = line && entries[line._id];
  if (!line || !entry) return { fault: `Nothing of ${item.name} is outstanding on this order.` };
  if (step === 'again' && code?.serial != null) {
    return { fault: `The box with serial number ${code.serial} was scanned already.` };
  }
  const batchNumber = code?.batchNumber ?? batch?.batchNumber ?? '';
  const expiryDate = (code && expiryOf(code)) ?? batch?.expiryDate ?? '';
  const units = code?.count ?? (pack?.factor ?? 1) * (code?.contained ?? 1);
  const batches = [...entry.batches];
  const index = batches.findIndex((one) => one.batchNumber !== '' && one.batchNumber === batchNumber);
  const known = batches[index];
  const blank = batches.findIndex((one) => one.batchNumber === '');
  if (step === 'completed') {
    const place = index >= 0 ? index : blank >= 0 ? blank : batches.length - 1;
    const before = batches[place] ?? emptyBatch;
    batches[place] = {
      ...before,
      batchNumber: before.batchNumber || batchNumber,
      expiryDate: before.expiryDate || expiryDate,
    };
  } else if (known) batches[index] = { ...known, quantity: (known.quantity ?? 0) + units };
  else if (blank >= 0) batches[blank] = { batchNumber, expiryDate, quantity: units };
  else batches.push({ batchNumber, expiryDate, quantity: units });
  return { entries: { ...entries, [line._id]: { ...entry, batches } } };
}

/** The lines as they are sent: those of which anything was entered. */
export function toReceivedLines(entries: Entries): ReceiveOrderInput['lines'] {
  return Object.entries(entries).flatMap(([lineId, { batches, reason, ...rest }]) => {
    const received = batches.flatMap(({ batchNumber, expiryDate, quantity }) =>
      quantity === null || quantity === 0
        ? []
        : [{ batchNumber: batchNumber || undefined, expiryDate: expiryDate || null, quantity }],
    );
    const [short, damaged, refused] = [rest.short ?? 0, rest.damaged ?? 0, rest.refused ?? 0];
    if (received.length === 0 && short + damaged + refused === 0) return [];
    const why = short + damaged + refused > 0 ? { reason } : {};
    return [{ lineId, batches: received, short, damaged, refused, ...why }];
  });
}
