import { zodResolver } from '@hookform/resolvers/zod';
import {
  formatPack,
  type InventoryItem,
  type ItemPackage,
  StockChangeBody,
  type StockChangeInput,
  type StockChangeType,
  toBatchKey,
} from '@shifa/contract';
import type { Control, Resolver } from 'react-hook-form';
import { z } from 'zod';

/**
 * The fields of a stock change in the form. `pack` is what the quantity counts, as `formatPack` says it, or blank for the
 * unit of the item.
 *  A text that was not entered is empty, a number `null`.
 */
export type StockValues = Record<'pack' | 'batchId' | 'batchNumber' | 'expiryDate' | 'reason' | 'notes', string> &
  Record<'quantity' | 'unitCostPaise', number | null> & {
    /** For a count: the movement of the item that it was made after. It is kept with what was typed. */
    countedAtSeq: number | null;
  };

export type StockControl = Control<StockValues, unknown, StockChangeInput>;

/** The values before anything is typed. `openedAtSeq` is the movement of the item when the form was opened. */
export function blankChange(
  item: InventoryItem,
  type: StockChangeType,
  { batchId, openedAtSeq }: { batchId: string; openedAtSeq: number },
): StockValues {
  return {
    quantity: null,
    pack: '',
    batchId,
    batchNumber: '',
    expiryDate: '',
    reason: '',
    notes: '',
    unitCostPaise: type === 'in' ? item.unitCostPaise || null : null,
    countedAtSeq: type === 'adjustment' ? openedAtSeq : null,
  };
}

export function stockResolver(
  item: InventoryItem,
  type: StockChangeType,
): Resolver<StockValues, unknown, StockChangeInput> {
  return zodResolver(
    z.custom<StockValues>().transform((values, context) => {
      // Someone has changed the pack since it was chosen: as many units would be another quantity.
      if (values.pack !== '' && !packOf(item, values.pack)) {
        const message = "The item's packs were changed. Choose the pack again.";
        context.addIssue({ code: 'custom', path: ['quantity'], message });
      }
      return checked(item, stockInputOf(item, type, values), context);
    }),
  );
}

/** The body of what was typed, before it is validated. */
export function stockInputOf(item: InventoryItem, type: StockChangeType, values: StockValues): StockChangeInput {
  const { countedAtSeq, batchId, batchNumber, expiryDate, unitCostPaise, reason, notes } = values;
  const given = (text: string) => (text.trim() === '' ? undefined : text);
  const quantity = values.quantity ?? Number.NaN;
  const pack = packOf(item, values.pack);
  return {
    type,
    quantity: pack ? quantity * pack.factor : quantity,
    ...(pack && { entered: { name: pack.name, factor: pack.factor, quantity } }),
    notes: given(notes),
    ...(type === 'in'
      ? {
          batchNumber: given(batchNumber),
          expiryDate: given(expiryDate) ?? null,
          unitCostPaise: unitCostPaise ?? undefined,
          ...(otherExpiryIn(item, values) && { otherExpiry: true, reason: given(reason) }),
        }
      : { batchId: given(batchId), reason: given(reason) }),
    ...(countedAtSeq === null ? {} : { countedAtSeq }),
  };
}

/** What a choice of the form stands for; nothing for the unit. */
export function packOf({ packages }: InventoryItem, choice: string): ItemPackage | undefined {
  return packages.find((pack) => formatPack(pack) === choice);
}

/** The batch in stock that has the number with another expiry date, if none has it with the date that was entered. */
export function otherExpiryIn(
  { batches }: InventoryItem,
  { batchNumber, expiryDate }: Pick<StockValues, 'batchNumber' | 'expiryDate'>,
): InventoryItem['batches'][number] | undefined {
  const [number, expiry] = [toBatchKey(batchNumber), expiryDate === '' ? null : expiryDate];
  if (number === '') return undefined;
  const stocked = batches.filter((batch) => batch.quantity > 0 && toBatchKey(batch.batchNumber) === number);
  return stocked.some((batch) => batch.expiryDate === expiry) ? undefined : stocked[0];
}

type IssueContext = { addIssue: (issue: { code: 'custom'; path: PropertyKey[]; message: string }) => void };

/** The body as it was entered, if the contract accepts it. */
function checked(item: InventoryItem, input: StockChangeInput, context: IssueContext): StockChangeInput {
  const faults = StockChangeBody.safeParse(input).error?.issues ?? [];
  for (const { path, message } of faults) context.addIssue({ code: 'custom', path, message });
  if (input.type === 'in' && item.trackExpiry && !input.expiryDate) {
    const message = 'Expiry date is required, because this item tracks expiry';
    context.addIssue({ code: 'custom', path: ['expiryDate'], message });
  }
  return input;
}
