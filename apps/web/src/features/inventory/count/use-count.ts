import type { contract, CountSheetItem } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError, failedWith } from '../../../lib/api-error';
import { idempotencyKey } from '../../../data/idempotency';
import { session } from '../../../data/session';
import { useStore } from '../../../lib/store';
import { isStopped, useStoppable } from '../../../data/use-stoppable';
import { useUser } from '../../../data/use-session';
import { inventoryResource } from '../inventory.resource';
import { type CountLine, differs, isCounted, linesOf } from './count-lines';
import { type CountFault, fetchSheet, sendEntry, toCountFault } from './count-requests';
import { type CountEntry, type KeptCount, keptCounts } from './kept-counts';

export type StockCount = NonNullable<ReturnType<typeof useCount>>;

/** An item of a count with what was counted of it. */
export type CountedItem = { item: CountSheetItem; entry: CountEntry | undefined; lines: CountLine[] };

/** How saving ended: with everything, with a part of it, by the person, or without a connection. */
export type SaveEnd = 'done' | 'partly' | 'stopped' | 'disconnected';

/** A count that is kept on this device; nothing if there is none with the id. */
export function useCount(id: string) {
  const { _id: owner } = useUser();
  const revision = useStore(keptCounts);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- The revision stands for what is kept.
  const kept = useMemo(() => keptCounts.read(owner, id), [owner, id, revision]);
  const saving = useSaving(owner, id);
  const [full, setFull] = useState(false);
  if (!kept) return undefined;

  const items = kept.sheet.map((item): CountedItem => {
    const entry = kept.entries.get(item._id);
    return { item, entry, lines: linesOf(item, entry) };
  });
  const begun = items.filter(({ entry }) => entry);

  return {
    ...saving,
    kept,
    items,
    /** Items of which at least one line is counted. */
    begun,
    /** Items of which every line is counted. */
    complete: begun.filter(({ lines }) => lines.every(isCounted)),
    unsaved: begun.filter(({ entry }) => !entry?.saved),
    /** Whether the device had no room for what was entered last. */
    full,
    enter: (item: CountSheetItem, lines: readonly CountLine[]) => {
      const counted = lines.flatMap(({ batch, quantity, entered: packs }) =>
        quantity === undefined
          ? []
          : [{ quantity, ...(batch && { batchId: batch._id }), ...(packs && { entered: packs }) }],
      );
      const countedAt = new Date(Date.now() + kept.clockOffsetMs).toISOString();
      const entry = { lines: counted, countedAt, key: idempotencyKey(), saved: false };
      try {
        keptCounts.put(owner, id, item._id, counted.length > 0 ? entry : undefined);
        setFull(false);
        saving.forgetFault(item._id);
      } catch {
        setFull(true);
      }
    },
    /** Forgets what was counted of an item, whose count then begins with what should be there now. */
    countAgain: (item: CountSheetItem) => {
      keptCounts.put(owner, id, item._id, undefined);
      keptCounts.refresh(owner, id, [item]);
      saving.forgetFault(item._id);
    },
    discard: () => keptCounts.discard(owner, id),
  };
}

export function isDifferent({ lines }: CountedItem): boolean {
  return lines.some(differs);
}

/** Sends what was counted, item after item, so that a lost connection leaves a whole number of them. */
function useSaving(owner: string, id: string) {
  const queryClient = useQueryClient();
  const stoppable = useStoppable();
  const [saving, setSaving] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, CountFault>>>({});
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);

  async function sendAll(reason: string): Promise<SaveEnd> {
    const failed: Record<string, CountFault> = {};
    const superseded: CountSheetItem[] = [];
    for (const item of keptCounts.read(owner, id)?.sheet ?? []) {
      // Another tab may have sent it, and someone else may have signed in.
      const known = keptCounts.entry(owner, id, item._id);
      if (session.owner() !== owner || !known || known.saved) continue;
      const entry = known.reason === reason ? known : { ...known, reason, key: idempotencyKey() };
      keptCounts.put(owner, id, item._id, entry);
      try {
        await stoppable.run((signal) => sendEntry({ item, entry, reason }, signal));
        keptCounts.put(owner, id, item._id, { ...entry, saved: true });
      } catch (error) {
        if (isStopped(error)) return 'stopped';
        if (!(error instanceof ApiError) || error.status === 0) return 'disconnected';
        if (failedWith<typeof contract.inventory.count>(error, 'COUNT_SUPERSEDED')) superseded.push(item);
        else failed[item._id] = toCountFault(error, entry);
        setFaults({ ...failed });
      }
    }
    await leaveOut(superseded);
    return superseded.length === 0 && Object.keys(failed).length === 0 ? 'done' : 'partly';
  }

  /** Someone has saved a later count of these items: they can only be counted again. */
  async function leaveOut(items: readonly CountSheetItem[]): Promise<void> {
    setLeftOut(items.map(({ name }) => name));
    const kept = keptCounts.read(owner, id);
    if (items.length === 0 || !kept) return;
    for (const { _id } of items) keptCounts.put(owner, id, _id, undefined);
    keptCounts.refresh(owner, id, await currentOf(kept, items));
  }

  return {
    saving,
    /** Why items were not saved, by id. */
    faults,
    forgetFault: (itemId: string) => setFaults(({ [itemId]: _, ...others }) => others),
    /** The names of items that others have counted since. */
    leftOut,
    stop: stoppable.stop,
    save: async (reason: string): Promise<SaveEnd> => {
      setSaving(true);
      setFaults({});
      try {
        return await exclusively(() => sendAll(reason));
      } finally {
        setSaving(false);
        await inventoryResource.invalidate(queryClient, ...(keptCounts.read(owner, id)?.entries.keys() ?? []));
      }
    },
  };
}

/** One tab sends at a time. */
function exclusively<Result>(run: () => Promise<Result>): Promise<Result> {
  // Absent where the page came over plain http from another machine; the server then sorts out what comes twice.
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request('stock-count', run) : run();
}

async function currentOf({ laboratoryId, storageLocation }: KeptCount, items: readonly CountSheetItem[]) {
  const ids = new Set(items.map(({ _id }) => _id));
  const sheet = await fetchSheet({ laboratoryId, storageLocation }).catch(() => []);
  return sheet.filter(({ _id }) => ids.has(_id));
}
