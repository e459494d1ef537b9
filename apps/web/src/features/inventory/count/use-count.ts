import { zodResolver } from '@hookform/resolvers/zod';
import { type Batch, type InventoryItem, ReasonSchema } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useCheckedForm } from '../../../components/form/use-checked-form';
import { useKeptDraft, useStoredDraft } from '../../../components/form/use-draft';
import { api } from '../../../lib/api';
import { ApiError, messageOf } from '../../../lib/api-error';
import { idempotencyKey } from '../../../lib/idempotency';
import { send } from '../../../lib/queries';
import { isStopped, useStoppable } from '../../../lib/use-stoppable';
import { inventoryResource } from '../inventory.resource';

/** A number to count: of one batch or, where batches make no difference, of the whole item. */
export type CountLine = {
  batch: Pick<Batch, '_id' | 'batchNumber' | 'lastUsableDay'> | null;
  /** What should have been there when the count of the item began. */
  expected: number;
  /** Absent until it is counted. */
  quantity?: number;
  /** Whether the difference has been saved. */
  saved: boolean;
};

/** What was counted of one item, after which of its movements. */
export type Counted = Pick<InventoryItem, '_id' | 'name' | 'itemCode' | 'unit'> & {
  countedAtSeq: number;
  lines: readonly CountLine[];
};

/** A line that was counted and differs, with its item. */
export type Difference = CountLine & { _id: string; item: Counted; quantity: number };

const CountValues = z.object({ reason: ReasonSchema, counts: z.custom<Record<string, Counted>>() });
type CountValues = z.infer<typeof CountValues>;

const blank: CountValues = { reason: 'Stock count', counts: {} };

export type StockCount = ReturnType<typeof useCount>;

/** The count of an item before anything is counted: by batch where its batches expire, otherwise as a whole. */
export function beginCount({ _id, name, itemCode, unit, ...item }: InventoryItem): Counted {
  const stocked = item.batches.filter(({ quantity }) => quantity > 0);
  const lines = item.trackExpiry && stocked.length > 0 ? stocked.map(lineOfBatch) : [wholeItem(item.quantity)];
  return { _id, name, itemCode, unit, countedAtSeq: item.movementSeq, lines };
}

export function lineOfBatch({ _id, batchNumber, lastUsableDay, quantity }: Batch): CountLine {
  return { batch: { _id, batchNumber, lastUsableDay }, expected: quantity, saved: false };
}

function wholeItem(expected: number): CountLine {
  return { batch: null, expected, saved: false };
}

/** A stock count that is under way: a draft until its differences are saved, one adjustment each. */
export function useCount(name: string) {
  const queryClient = useQueryClient();
  const draft = useStoredDraft<CountValues>(`stock-count:${name}`);
  const [key] = useState(() => draft.stored?.key ?? idempotencyKey());
  const [restoredAt, setRestoredAt] = useState(draft.stored?.at);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [saving, setSaving] = useState<string>();
  const stoppable = useStoppable();
  const form = useCheckedForm({ resolver: zodResolver(CountValues), defaultValues: draft.stored?.values ?? blank });
  useKeptDraft(form, draft, { base: blank, version: undefined, key });
  const items = Object.values(useWatch({ control: form.control, name: 'counts' }));
  const differences = items.flatMap(differencesOf);

  const put = (item: Counted) => {
    const { [item._id]: _before, ...others } = form.getValues('counts');
    const isBegun = item.lines.some(isCounted);
    form.setValue('counts', isBegun ? { ...others, [item._id]: item } : others);
  };

  /** Saves one difference after the other, so that a lost connection leaves a whole number of them. */
  async function save(reason: string): Promise<boolean> {
    const failed: Record<string, string> = {};
    const superseded = new Map<string, string>();
    for (const { _id, item, batch, quantity } of differences.filter(({ saved }) => !saved)) {
      const { countedAtSeq } = item;
      setSaving(_id);
      try {
        await stoppable.run((signal) =>
          send(api.inventory.changeStock, {
            params: { id: item._id },
            body: { type: 'adjustment', quantity, countedAtSeq, reason, ...(batch && { batchId: batch._id }) },
            // The same however often this difference is sent, also after a reload.
            headers: { 'idempotency-key': `${key}-${_id}-${countedAtSeq}-${quantity}` },
            fetchOptions: { signal },
          }),
        );
        markSaved(item._id, batch?._id);
      } catch (error) {
        // It cannot be saved any more. Without what was counted of the item, its next count begins anew.
        if (error instanceof ApiError && error.code === 'COUNT_SUPERSEDED') superseded.set(item._id, item.name);
        else failed[_id] = messageOf(error, 'Not saved');
        if (isStopped(error)) break;
      } finally {
        setFaults({ ...failed });
      }
    }
    setSaving(undefined);
    for (const _id of superseded.keys()) forget(_id);
    setLeftOut([...superseded.values()]);
    await inventoryResource.invalidate(queryClient, ...new Set(differences.map(({ item }) => item._id)));
    return Object.keys(failed).length === 0 && superseded.size === 0;
  }

  function forget(itemId: string): void {
    const { [itemId]: _superseded, ...others } = form.getValues('counts');
    form.setValue('counts', others);
  }

  function markSaved(itemId: string, batchId: string | undefined): void {
    const item = form.getValues('counts')[itemId];
    const lines = item?.lines.map((line) => (line.batch?._id === batchId ? { ...line, saved: true } : line));
    if (item && lines) put({ ...item, lines });
  }

  return {
    form,
    /** Items of which at least one line is counted. */
    items,
    differences,
    /** Items of which every line is counted. */
    completed: items.filter(({ lines }) => lines.every(isCounted)).length,
    countOf: (id: string): Counted | undefined => items.find(({ _id }) => _id === id),
    put,
    save,
    /** Stops saving: what is saved stays saved. */
    stop: stoppable.stop,
    /** Which difference is being saved. */
    saving,
    /** Why differences were not saved. */
    faults,
    /** The names of items that others have counted since, which must be counted again. */
    leftOut,
    restoredAt,
    discard: () => {
      form.reset(blank);
      draft.drop();
      setRestoredAt(undefined);
      setFaults({});
      setLeftOut([]);
    },
  };
}

export function isCounted({ quantity }: CountLine): boolean {
  return quantity !== undefined;
}

function differencesOf(item: Counted): Difference[] {
  return item.lines.flatMap((line) => {
    const { batch, quantity, expected } = line;
    if (quantity === undefined || quantity === expected) return [];
    return [{ ...line, _id: batch ? `${item._id}-${batch._id}` : item._id, item, quantity }];
  });
}
