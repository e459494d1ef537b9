import { zodResolver } from '@hookform/resolvers/zod';
import {
  type InventoryItem,
  InventoryItemSchema,
  type StockChange,
  StockChangeBody,
  type StockChangeInput,
  type StockChangeType,
} from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
import { z } from 'zod';
import { useVersionedForm } from '../../../screens/form/use-versioned-form';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { inventoryResource } from '../inventory.resource';

/** The fields of a stock change in the form. A text that was not entered is empty, a number `null`. */
export type StockValues = Record<'batchId' | 'batchNumber' | 'expiryDate' | 'reason' | 'notes', string> &
  Record<'quantity' | 'unitCostPaise', number | null> & {
    /** For a count: the movement of the item that it was made after. It is kept with what was typed. */
    countedAtSeq: number | null;
  };

export type StockControl = Control<StockValues, unknown, StockChangeInput>;

type StockFormOptions = {
  item: InventoryItem;
  type: StockChangeType;
  batchId: string;
  onSaved: (change: StockChange) => void;
  onClose: () => void;
};

/** The state of the form of one stock change. */
export function useStockForm({ item, type, batchId, onSaved, onClose }: StockFormOptions) {
  const queryClient = useQueryClient();
  // A count applies to the stock as it was when counting began; later movements are kept.
  const [openedAtSeq] = useState(item.movementSeq);
  const blank: StockValues = {
    ...{ quantity: null, batchId, batchNumber: '', expiryDate: '', reason: '', notes: '' },
    unitCostPaise: type === 'in' ? item.unitCostPaise || null : null,
    countedAtSeq: type === 'adjustment' ? openedAtSeq : null,
  };
  const inputOf = (values: StockValues) => stockInputOf(type, values);
  const state = useVersionedForm<StockValues, StockChangeInput, InventoryItem, StockChange>({
    document: undefined,
    schema: InventoryItemSchema,
    valuesOf: () => blank,
    resolverFor: () =>
      zodResolver(z.custom<StockValues>().transform((values, context) => checked(item, inputOf(values), context))),
    fields: [],
    send: (body, key, signal) =>
      send(api.inventory.changeStock, {
        params: { id: item._id },
        body,
        headers: { 'idempotency-key': key },
        fetchOptions: { signal },
      }).catch((error: unknown) => {
        // What is usable now is shown beside what was asked for.
        void inventoryResource.invalidate(queryClient, item._id);
        throw error;
      }),
    draft: `inventory-stock:${item._id}-${type}`,
    fetchNewest: () => queryClient.query({ ...inventoryResource.detail(item._id), staleTime: 0 }),
    change: undefined,
    onSaved,
    onUnchanged: onClose,
  });
  return { ...state, blank, inputOf };
}

/** The body of what was typed, before it is validated. */
function stockInputOf(type: StockChangeType, values: StockValues): StockChangeInput {
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
