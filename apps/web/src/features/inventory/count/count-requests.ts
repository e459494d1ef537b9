import { type CountSheetItem, MAX_PAGE_LIMIT, type StockCount } from '@shifa/contract';
import { api, bodyOf } from '../../../data/api';
import { ApiError, messageOf } from '../../../lib/api-error';
import { send } from '../../../data/queries';
import type { CountHead } from './counts-under-way';
import type { CountEntry, KeptCount } from './kept-counts';

/** More than this is no walk along some shelves, and no longer fits a device. */
const MAX_ITEMS = 2_000;

type Place = Pick<CountHead, 'laboratoryId' | 'storageLocation'>;

/** Fetches everything that is to be counted in a place, page by page. */
export async function fetchSheet(place: Place, signal?: AbortSignal): Promise<CountSheetItem[]> {
  const items = new Map<string, CountSheetItem>();
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await bodyOf(
      api.inventory.countSheet.query({
        query: { ...place, page, limit: MAX_PAGE_LIMIT },
        ...(signal && { fetchOptions: { signal } }),
      }),
    );
    if (pagination.total > MAX_ITEMS) {
      const message = `There are more than ${MAX_ITEMS.toLocaleString('en')} items to count here. Choose a storage location.`;
      throw new ApiError(400, { message });
    }
    for (const item of data) items.set(item._id, item);
    if (page >= pagination.pages) return [...items.values()];
  }
}

type Sent = { item: CountSheetItem; entry: CountEntry; reason: string; dryRun?: boolean };

/** Sends what was counted of an item; the same however often it is sent. */
export function sendEntry({ item, entry, reason, dryRun }: Sent, signal: AbortSignal): Promise<StockCount> {
  const { lines, countedAt, key } = entry;
  return send(
    api.inventory.count,
    {
      params: { id: item._id },
      body: { lines, countedAt, countedAtSeq: item.movementSeq, reason, ...(dryRun && { dryRun }) },
    },
    { key: dryRun ? undefined : key, signal },
  );
}

/** Why the count of an item is refused, and which of its batches that concerns, if it is one. */
export type CountFault = { message: string; batchId: string | undefined };

export function toCountFault(error: ApiError, { lines }: CountEntry): CountFault {
  const index = /^lines\.(\d+)\./.exec(error.errors[0]?.field ?? '')?.[1];
  return { message: messageOf(error, 'Not saved'), batchId: lines[Number(index)]?.batchId };
}

/** An item that others moved since the count began: what saving its count would lead to, or why it is refused. */
export type MovedItem = { item: CountSheetItem; result: StockCount } | { item: CountSheetItem; fault: CountFault };

/** Which of the counted items others have moved since the count began, and how they are now. */
export async function fetchMoved(count: KeptCount, signal: AbortSignal) {
  const { sheet, entries, laboratoryId, storageLocation } = count;
  const items = await fetchSheet({ laboratoryId, storageLocation }, signal);
  const current = new Map(items.map((item) => [item._id, item]));
  const moved: MovedItem[] = [];
  for (const item of sheet) {
    const entry = entries.get(item._id);
    if (!entry || entry.saved || current.get(item._id)?.movementSeq === item.movementSeq) continue;
    try {
      moved.push({ item, result: await sendEntry({ item, entry, reason: 'Stock count', dryRun: true }, signal) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) throw error;
      moved.push({ item, fault: toCountFault(error, entry) });
    }
  }
  return { moved, current };
}
