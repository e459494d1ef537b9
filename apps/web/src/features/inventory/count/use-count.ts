import { zodResolver } from '@hookform/resolvers/zod';
import { type InventoryItem, ReasonSchema } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useKeptDraft, useStoredDraft } from '../../../components/form/use-draft';
import { api } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { idempotencyKey } from '../../../lib/idempotency';
import { send } from '../../../lib/queries';
import { isStopped, useStoppable } from '../../../lib/use-stoppable';
import { inventoryResource } from '../inventory.resource';

/** What was counted of one item. */
export type Counted = Pick<InventoryItem, '_id' | 'name' | 'itemCode' | 'unit'> & {
  quantity: number;
  /** What should have been there when the count of this item began, after which movement. */
  expected: number;
  countedAtSeq: number;
  /** Whether the difference has been saved. */
  saved: boolean;
};

const CountValues = z.object({ reason: ReasonSchema, counts: z.custom<Record<string, Counted>>() });
type CountValues = z.infer<typeof CountValues>;

const blank: CountValues = { reason: 'Stock count', counts: {} };

export type StockCount = ReturnType<typeof useCount>;

/** A stock count that is under way: a draft until its differences are saved, one adjustment each. */
export function useCount(name: string) {
  const queryClient = useQueryClient();
  const draft = useStoredDraft<CountValues>(`inventory-count:${name}`);
  const [key] = useState(() => draft.stored?.key ?? idempotencyKey());
  const [restoredAt, setRestoredAt] = useState(draft.stored?.at);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState<string>();
  const stoppable = useStoppable();
  const form = useForm({ resolver: zodResolver(CountValues), defaultValues: draft.stored?.values ?? blank });
  useKeptDraft(form, draft, { base: blank, version: undefined, key });
  const counts = useWatch({ control: form.control, name: 'counts' });
  const counted = Object.values(counts);
  const differing = counted.filter(({ quantity, expected }) => quantity !== expected);

  const put = (count: Counted) => form.setValue('counts', { ...form.getValues('counts'), [count._id]: count });

  /** Saves one difference after the other, so that a lost connection leaves a whole number of them. */
  async function save(reason: string): Promise<boolean> {
    const failed: Record<string, string> = {};
    for (const count of differing.filter(({ saved }) => !saved)) {
      const { _id, quantity, countedAtSeq } = count;
      setSaving(_id);
      try {
        await stoppable.run((signal) =>
          send(api.inventory.changeStock, {
            params: { id: _id },
            body: { type: 'adjustment', quantity, countedAtSeq, reason },
            // The same however often this difference is sent, also after a reload.
            headers: { 'idempotency-key': `${key}-${_id}-${countedAtSeq}-${quantity}` },
            fetchOptions: { signal },
          }),
        );
        put({ ...count, saved: true });
      } catch (error) {
        failed[_id] = messageOf(error, 'Not saved');
        if (isStopped(error)) break;
      } finally {
        setFaults({ ...failed });
      }
    }
    setSaving(undefined);
    await inventoryResource.invalidate(queryClient, ...differing.map(({ _id }) => _id));
    return Object.keys(failed).length === 0;
  }

  return {
    form,
    counted,
    differing,
    countOf: (id: string): Counted | undefined => counts[id],
    put,
    remove: (id: string) => {
      const { [id]: _removed, ...others } = form.getValues('counts');
      form.setValue('counts', others);
    },
    save,
    /** Stops saving: what is saved stays saved. */
    stop: stoppable.stop,
    /** Which item's difference is being saved. */
    saving,
    /** Why differences were not saved, by item. */
    faults,
    restoredAt,
    discard: () => {
      form.reset(blank);
      draft.drop();
      setRestoredAt(undefined);
      setFaults({});
    },
  };
}
