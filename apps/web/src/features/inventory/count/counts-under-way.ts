import { plural } from '@shifa/contract';
import { z } from 'zod';
import { stored } from '../../../lib/storage';

/** What a count is of, and how it is made. */
export const CountHead = z.object({
  laboratoryId: z.string(),
  laboratory: z.string(),
  /** Absent if all of the laboratory is counted. */
  storageLocation: z.string().optional(),
  /** Expected quantities are shown at the review only. */
  blind: z.boolean(),
  startedAt: z.string(),
  /** How many items are to be counted. */
  total: z.number().int(),
  /** By how much the server's clock is ahead of this device's. */
  clockOffsetMs: z.number(),
});
export type CountHead = z.infer<typeof CountHead>;

export type CountUnderWay = CountHead & {
  _id: string;
  /** The items of which something is counted. */
  begun: number;
};

const ENTRY = ':item:';

/** The counts of a person on this device, the newest first; small enough to be asked by every page. */
export function countsUnderWay(owner: string): CountUnderWay[] {
  const names = stored.stockCounts.existing().filter((name) => name.startsWith(`${owner}:`));
  const counts = names.flatMap((name) => {
    const [, _id = '', ...more] = name.split(':');
    const head = more.length === 0 ? headIn(stored.stockCounts.of(name).read()) : undefined;
    return head ? [{ ...head, _id, begun: names.filter((one) => one.startsWith(`${name}${ENTRY}`)).length }] : [];
  });
  return counts.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
}

export function placeOf({ storageLocation, laboratory }: Pick<CountHead, 'storageLocation' | 'laboratory'>): string {
  return storageLocation ?? laboratory;
}

/** What a sign-out would remove; nothing if no count waits to be saved. */
export function lostCounts(owner: string): string | undefined {
  const counts = countsUnderWay(owner).filter(({ begun }) => begun > 0);
  if (counts.length === 0) return undefined;
  const list = counts.map((count) => `${placeOf(count)} (${count.begun} of ${count.total} items counted)`);
  const what = plural(counts.length, 'Your stock count of', 'Your stock counts of');
  return `${what} ${list.join(', ')} will be removed from this device.`;
}

export const keyOfHead = (owner: string, id: string): string => `${owner}:${id}`;
export const keyOfSheet = (owner: string, id: string): string => `${owner}:${id}:sheet`;
export const keyOfEntry = (owner: string, id: string, itemId: string): string => `${owner}:${id}${ENTRY}${itemId}`;

function headIn(text: string | null): CountHead | undefined {
  try {
    return CountHead.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}
