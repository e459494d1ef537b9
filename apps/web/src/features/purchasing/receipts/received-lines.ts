import {
  acceptableOf,
  expiryOf,
  isSamePack,
  type ItemPackage,
  type PurchaseOrder,
  type PurchaseOrderLine,
  ReceiveOrderBody,
  type ReceiveOrderInput,
  type Scan,
  toBatchKey,
} from '@shifa/contract';
import { beyondToleranceText, shortOfMoreText } from '../purchasing.messages';
import { enteredIn, inOtherPack, type Packed, packedAs, unitsOf, withScanned } from '../../../screens/packs/packed';

/** One batch as it is typed or scanned. */
export type BatchEntry = Packed & {
  batchNumber: string;
  expiryDate: string;
  /** That no one has entered the quantity yet: it is what is outstanding. */
  assumed: boolean;
  /** The stock has the number with another date: what the server said of it, and why the label is right. */
  otherExpiry?: { batchNumber: string; expiryDate: string; inStock: string; reason: string };
};

export type LineEntry = {
  batches: readonly BatchEntry[];
  short: number | null;
  damaged: number | null;
  refused: number | null;
  reason: string;
};

type Fault = { field: string; message: string };

export type Entries = Readonly<Record<string, LineEntry>>;

/** What the page needs to know of a scanned box. */
export type Box = { scan: Scan; step: 'new' | 'completed' | 'again' };

const emptyBatch: BatchEntry = { batchNumber: '', expiryDate: '', quantity: null, pack: null, assumed: false };

/** Everything that is outstanding, as if it had all arrived in one batch, in the packs that it was ordered in. */
export function outstandingEntries({ lines }: Pick<PurchaseOrder, 'lines'>): Entries {
  const batchOf = ({ packs, outstanding, entered }: PurchaseOrderLine): BatchEntry => {
    const pack = entered && packs.find((one) => isSamePack(one, entered));
    return { ...emptyBatch, ...packedAs(outstanding, pack), assumed: true };
  };
  const awaited = lines.filter(({ outstanding }) => outstanding > 0);
  return Object.fromEntries(
    awaited.map((line) => [
      line._id,
      { batches: [batchOf(line)], short: null, damaged: null, refused: null, reason: '' },
    ]),
  );
}

/** Of a line of which nothing is outstanding, with nothing entered; without a batch where none can be accepted. */
export function surplusEntry(acceptable: number): LineEntry {
  return { batches: acceptable > 0 ? [emptyBatch] : [], short: null, damaged: null, refused: null, reason: '' };
}

export function withAnotherBatch(entry: LineEntry): LineEntry {
  return { ...entry, batches: [...entry.batches, emptyBatch] };
}

/** What is reported missing or broken did not arrive: what is assumed to have arrived is the rest. */
export function withProblem(
  { outstanding }: Pick<PurchaseOrderLine, 'outstanding'>,
  entry: LineEntry,
  reported: Partial<Pick<LineEntry, 'short' | 'damaged' | 'refused'>>,
): LineEntry {
  const next = { ...entry, ...reported };
  const lost = [next.short, next.damaged, next.refused].reduce<number>((sum, quantity) => sum + (quantity || 0), 0);
  const rest = Math.max(0, outstanding - lost);
  const batches = next.batches.map((batch) => (batch.assumed ? { ...batch, ...packedAs(rest, batch.pack) } : batch));
  return { ...next, batches };
}

/** What a person entered. The outstanding quantity that no one has changed yet stays the same in other packs. */
export function changedQuantity(before: BatchEntry, { quantity, pack }: Packed): Partial<BatchEntry> {
  if (!before.assumed || quantity !== before.quantity) return { quantity, pack, assumed: false };
  const same = inOtherPack(before, pack);
  return { ...same, assumed: same.quantity !== null };
}

/**
 * What a scanned box adds: its batch and expiry, and one pack. The first box of a line replaces what was assumed to have
 * arrived, so that boxes are counted by scanning them.
 * @returns the entries, or why the box is not taken.
 */
export function withBox(
  entries: Entries,
  { lines, limits }: Pick<PurchaseOrder, 'lines' | 'limits'>,
  { scan, step }: Box,
): { entries: Entries } | { fault: string } {
  const { code, item, batch } = scan;
  if (!item) return { fault: 'No item here has this code. Enter the batch by hand.' };
  const line = lines.find(({ itemId }) => itemId === item._id);
  const acceptable = line ? acceptableOf(line, limits.overDeliveryPercent) : 0;
  const entry = (line && entries[line._id]) ?? (acceptable > 0 ? surplusEntry(acceptable) : undefined);
  if (!line || !entry) return { fault: `This order has no outstanding ${item.name}.` };
  if (step === 'again' && code?.serial != null) {
    return { fault: `The box with serial number ${code.serial} was scanned already.` };
  }
  const batchNumber = code?.batchNumber ?? batch?.batchNumber ?? '';
  const expiryDate = (code && expiryOf(code)) ?? batch?.expiryDate ?? '';
  const batches = [...entry.batches];
  const place = placeOf(batches, batchNumber, step);
  const before = batches[place] ?? emptyBatch;
  const named = { batchNumber: before.batchNumber || batchNumber, expiryDate: before.expiryDate || expiryDate };
  const counted = before.assumed ? { quantity: null, pack: null } : { quantity: before.quantity, pack: before.pack };
  // A box whose code names no pack is one unit of the item.
  const scanned = withScanned(counted, scan.package || code?.count != null ? scan : { code, package: unit });
  batches[place] = step === 'completed' ? { ...before, ...named } : { ...before, ...named, ...scanned, assumed: false };
  return { entries: { ...entries, [line._id]: { ...entry, batches } } };
}

const unit: ItemPackage = { gtin: null, name: 'Unit', factor: 1 };

/** Where a box belongs: in its batch, in the one that has no number yet, or in one of its own behind the others. */
function placeOf(batches: readonly BatchEntry[], batchNumber: string, step: Box['step']): number {
  const key = toBatchKey(batchNumber);
  const known = batches.findIndex((one) => key !== '' && toBatchKey(one.batchNumber) === key);
  if (known >= 0) return known;
  const blank = batches.findIndex((one) => one.batchNumber === '');
  if (blank >= 0) return blank;
  // Of a code that does not name the batch, the number was typed by hand.
  return step === 'new' && (key !== '' || batches.length > 1) ? batches.length : Math.max(0, batches.length - 1);
}

/** Keeps at the refused batches that the stock has their number with another date, so that the reason can be entered. */
export function withOtherExpiry(entries: Entries, sent: Entries, faults: readonly Fault[]): Entries {
  const next = new Map(Object.entries(entries));
  for (const [place, inStock] of placeFaults(sent, faults)) {
    const [, lineId = '', index = ''] = /^(\w+)\.batches\.(\d+)\.expiryDate$/.exec(place) ?? [];
    const [entry, refused] = [next.get(lineId), sent[lineId]?.batches[Number(index)]];
    if (!entry || !refused) continue;
    const { batchNumber, expiryDate } = refused;
    const otherExpiry = { batchNumber, expiryDate, inStock, reason: '' };
    const batches = entry.batches.map((batch, at) => (at === Number(index) ? { ...batch, otherExpiry } : batch));
    next.set(lineId, { ...entry, batches });
  }
  return Object.fromEntries(next);
}

/** What the batch contradicts, until another number or date is entered. */
export function otherExpiryOf({ batchNumber, expiryDate, otherExpiry }: BatchEntry): BatchEntry['otherExpiry'] {
  const isSame = otherExpiry?.batchNumber === batchNumber && otherExpiry.expiryDate === expiryDate;
  return isSame ? otherExpiry : undefined;
}

/** The lines as they are sent: those of which anything was entered. */
export function toReceivedLines(entries: Entries): ReceiveOrderInput['lines'] {
  return Object.entries(entries).flatMap(([lineId, { batches, reason, ...rest }]) => {
    const received = batches.filter(isSent).map((batch) => {
      const { batchNumber, expiryDate, ...packed } = batch;
      const [entered, other] = [enteredIn(packed), otherExpiryOf(batch)];
      return {
        batchNumber: batchNumber || undefined,
        expiryDate: expiryDate || null,
        quantity: unitsOf(packed) ?? 0,
        ...(entered && { entered }),
        ...(other && { otherExpiry: true, reason: other.reason }),
      };
    });
    const [short, damaged, refused] = [rest.short ?? 0, rest.damaged ?? 0, rest.refused ?? 0];
    if (received.length === 0 && short + damaged + refused === 0) return [];
    const why = short + damaged + refused > 0 ? { reason } : {};
    return [{ lineId, batches: received, short, damaged, refused, ...why }];
  });
}

/**
 * The expiry dates that are sent, by their lines and the day of receipt: what a person who accepts a short shelf life
 * accepts.
 */
export function expiriesOf(entries: Entries, day: string): string[] {
  return toReceivedLines(entries).flatMap(({ lineId, batches = [] }) =>
    batches.map(({ expiryDate }) => `${lineId} ${expiryDate ?? ''} ${day}`),
  );
}

/** Whether a batch has a quantity, even one that can't be read. */
function isSent({ quantity }: BatchEntry): boolean {
  return quantity !== null && quantity !== 0;
}

/** Batches that were typed without their quantity, by the place of the quantity: they would not be sent. */
export function batchesWithoutQuantity(entries: Entries): ReadonlyMap<string, string> {
  const places = Object.entries(entries).flatMap(([lineId, { batches }]) =>
    [...batches.entries()]
      .filter(([, batch]) => !isSent(batch) && !batch.assumed && (batch.batchNumber || batch.expiryDate) !== '')
      .map(([index]) => [`${lineId}.batches.${index}.quantity`, 'Enter the quantity'] as const),
  );
  return new Map(places);
}

/** More than can be accepted or be short, by the place of its quantity, so that it is said before it is sent. */
export function quantitiesBeyond(
  { lines, limits }: Pick<PurchaseOrder, 'lines' | 'limits'>,
  entries: Entries,
): ReadonlyMap<string, string> {
  const places = lines.flatMap((line): [string, string][] => {
    const { batches = [], short } = entries[line._id] ?? {};
    const accepted = batches.reduce((sum, batch) => sum + (unitsOf(batch) ?? 0), 0);
    const { unit } = line.item;
    if ((short ?? 0) > 0 && accepted + (short ?? 0) > line.outstanding) {
      return [[`${line._id}.short`, shortOfMoreText(line.outstanding, unit)]];
    }
    const acceptable = acceptableOf(line, limits.overDeliveryPercent);
    if (accepted <= acceptable) return [];
    const last = batches.findLastIndex(isSent);
    return [[`${line._id}.batches.${last}.quantity`, beyondToleranceText(acceptable, unit)]];
  });
  return new Map(places);
}

/** What the contract refuses of the lines, so that it is said before they are sent. */
export function faultsOfLines(entries: Entries): Fault[] {
  const { error } = ReceiveOrderBody.shape.lines.safeParse(toReceivedLines(entries));
  return (error?.issues ?? []).map(({ path, message }) => ({ field: ['lines', ...path].join('.'), message }));
}

/**
 * The faults of what was sent, by where it was entered: `<line>.batches.<place>.quantity`. Batches without a quantity
 * have a place, but are not sent.
 */
export function placeFaults(sent: Entries, faults: readonly Fault[]): ReadonlyMap<string, string> {
  const lines = toReceivedLines(sent);
  return new Map(
    // The first of a place is what to do next.
    faults.toReversed().map(({ field, message }) => {
      const [, index = '', rest = ''] = /^lines\.(\d+)\.(.+)$/.exec(field) ?? [];
      const lineId = lines[Number(index)]?.lineId ?? '';
      const places = [...(sent[lineId]?.batches.entries() ?? [])].filter(([, batch]) => isSent(batch));
      const place = rest.replace(/(?<=^batches\.)\d+/, (batch) => String(places[Number(batch)]?.[0]));
      return [`${lineId}.${place}`, message];
    }),
  );
}
