import { type CountSheetItem, CountSheetItemSchema, EnteredPacksSchema } from '@shifa/contract';
import { z } from 'zod';
import { idempotencyKey } from '../../../data/idempotency';
import { stored } from '../../../lib/storage';
import { Store } from '../../../lib/store';
import {
  type CountHead,
  countsUnderWay,
  type CountUnderWay,
  keyOfEntry,
  keyOfHead,
  keyOfSheet,
} from './counts-under-way';

const CountEntryLine = z.object({
  batchId: z.string().optional(),
  quantity: z.number().int(),
  /** Where it was counted in packs. */
  entered: EnteredPacksSchema.optional(),
});

/** What was counted of an item. */
const CountEntry = z.object({
  lines: z.array(CountEntryLine).min(1),
  /** On the server's clock. */
  countedAt: z.string(),
  /** The idempotency key under which it is sent; another one once it is changed. */
  key: z.string(),
  /** Why, once it was sent. */
  reason: z.string().optional(),
  /** Whether the server has it. */
  saved: z.boolean(),
});
export type CountEntry = z.infer<typeof CountEntry>;

export type KeptCount = CountUnderWay & {
  sheet: readonly CountSheetItem[];
  entries: ReadonlyMap<string, CountEntry>;
};

/** Counts of earlier versions know no packs, and not what is blocked. */
const Batch = CountSheetItemSchema.shape.batches.element;
const Sheet = z.array(
  CountSheetItemSchema.extend({
    packages: CountSheetItemSchema.shape.packages.default([]),
    batches: z.array(
      Batch.extend({
        status: Batch.shape.status.default('active'),
        acceptancePending: Batch.shape.acceptancePending.default(false),
        statusReason: Batch.shape.statusReason.default(null),
      }),
    ),
  }),
);

/**
 * Stock counts on this device, per person. Every item is a text of its own, so that what was entered last is kept
 * whatever happens to the page, and two tabs can count at the same time.
 */
class KeptCounts {
  readonly #revision = new Store(0);
  readonly #parsed = new Map<string, { text: string; value: unknown }>();

  /** Changes with whatever is kept. */
  current = this.#revision.current;

  subscribe = (listener: () => void): (() => void) => {
    // Without a key, another tab cleared the whole storage.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(stored.stockCounts.prefix)) this.#changed();
    };
    const unsubscribe = this.#revision.subscribe(listener);
    window.addEventListener('storage', onStorage);
    return () => {
      unsubscribe();
      window.removeEventListener('storage', onStorage);
    };
  };

  read(owner: string, id: string): KeptCount | undefined {
    const head = countsUnderWay(owner).find(({ _id }) => _id === id);
    const sheet = this.#read(keyOfSheet(owner, id), Sheet);
    if (!head || !sheet) return undefined;
    const entries = sheet.flatMap(({ _id }) => {
      const entry = this.entry(owner, id, _id);
      return entry ? [[_id, entry] as const] : [];
    });
    return { ...head, sheet, entries: new Map(entries) };
  }

  entry(owner: string, id: string, itemId: string): CountEntry | undefined {
    return this.#read(keyOfEntry(owner, id, itemId), CountEntry);
  }

  /** Returns the id of the new count. Throws if the device has no room for it. */
  begin(owner: string, head: CountHead, sheet: readonly CountSheetItem[]): string {
    const id = idempotencyKey();
    try {
      stored.stockCounts.of(keyOfSheet(owner, id)).write(JSON.stringify(sheet));
      stored.stockCounts.of(keyOfHead(owner, id)).write(JSON.stringify(head));
    } catch (error) {
      this.discard(owner, id);
      throw error;
    }
    this.#changed();
    return id;
  }

  /** Throws if the device has no room for it. Without an entry, the item is not counted any longer. */
  put(owner: string, id: string, itemId: string, entry: CountEntry | undefined): void {
    const text = stored.stockCounts.of(keyOfEntry(owner, id, itemId));
    if (entry) text.write(JSON.stringify(entry));
    else text.remove();
    this.#changed();
  }

  /** Takes newer states of items as what should be there. */
  refresh(owner: string, id: string, items: readonly CountSheetItem[]): void {
    const fresh = new Map(items.map((item) => [item._id, item]));
    const sheet = this.#read(keyOfSheet(owner, id), Sheet)?.map((item) => fresh.get(item._id) ?? item);
    if (sheet) stored.stockCounts.of(keyOfSheet(owner, id)).write(JSON.stringify(sheet));
    this.#changed();
  }

  discard(owner: string, id: string): void {
    stored.stockCounts.of(keyOfHead(owner, id)).remove();
    stored.stockCounts.removeAll(`${keyOfHead(owner, id)}:`);
    this.#changed();
  }

  #read<Value>(key: string, schema: z.ZodType<Value>): Value | undefined {
    const text = stored.stockCounts.of(key).read();
    if (text === null) return undefined;
    const known = this.#parsed.get(key);
    if (known?.text === text) return known.value as Value | undefined;
    const value = parsed(text, schema);
    this.#parsed.set(key, { text, value });
    return value;
  }

  #changed(): void {
    this.#revision.set(this.#revision.current() + 1);
  }
}

/** Nothing if it was written by another version, or by no one. */
function parsed<Value>(text: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const keptCounts = new KeptCounts();
