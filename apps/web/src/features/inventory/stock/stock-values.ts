import { zodResolver } from '@hookform/resolvers/zod';
import { type InventoryItem, StockChangeBody, type StockChangeInput, type StockChangeType } from '@shifa/contract';
import type { Control, Resolver } from 'react-hook-form';
import { z } from 'zod';

/** The fields of a stock change in the form. A text that was not entered is empty, a number `null`. */
export type StockValues = Record<'batchId' | 'batchNumber' | 'expiryDate' | 'reason' | 'notes', string> &
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
    ...{ quantity: null, batchId, batchNumber: '', expiryDate: '', reason: '', notes: '' },
    unitCostPaise: type === 'in' ? item.unitCostPaise || null : null,
    countedAtSeq: type === 'adjustment' ? openedAtSeq : null,
  };
}

export function stockResolver(
  item: InventoryItem,
  type: StockChangeType,
): Resolver<StockValues, unknown, StockChangeInput> {
  return zodResolver(
    z.custom<StockValues>().transform((values, context) => checked(item, stockInputOf(type, values), context)),
  );
}

/** The body of what was typed, before it is validated. */
export function stockInputOf(type: StockChangeType, values: StockValues): StockChangeInput {
  const { countedAtSeq, quantity, batchId, batchNumber, expiryDate, unitCostPaise, reason, notes } = values;
  const given = (text: string) => (text.trim() === '' ? undefined : text);
  return {
    type,
    quantity: quantity ?? Number.NaN,
    notes: given(notes),
    ...(type === 'in'
      ? {
          batchNumber: given(batchNumber),
          expiryDate: given(expiryDate) ?? null,
          unitCostPaise: unitCostPaise ?? undefined,
        }
      : { batchId: given(batchId), reason: given(reason) }),
    ...(countedAtSeq === null ? {} : { countedAtSeq }),
  };
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
