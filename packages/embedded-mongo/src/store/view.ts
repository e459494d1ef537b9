import type { Holder } from './conflicts.js';
import type { KeyRange } from './key-layout.js';

export interface Entry {
  key: Buffer;
  value: Buffer;
}

/** One step of a write: a value to put, or `undefined` to remove the key. */
export interface Change {
  key: Buffer;
  value: Buffer | undefined;
  /** Two transactions must not both change this key: documents, unique index entries, names. */
  guarded?: boolean;
}

/** A consistent sight of the store. */
export interface ReadView {
  get(key: Buffer): Buffer | undefined;
  /** The entries of a range in key order; what is written meanwhile is seen, and no entry is skipped for it. */
  range(range: KeyRange, reverse?: boolean): Iterable<Entry>;
  /** How many entries the range holds. */
  count(range: KeyRange): number;
}

/** A view that can be written through. */
export interface WriteView extends ReadView {
  /**
   * Applies all changes, or throws before the first.
   * @param holder the transaction that holds the keys already.
   */
  write(changes: readonly Change[], holder?: Holder): void;
  /** Runs when what was written is durable and visible to all; not at all when it fails. */
  afterCommit(hook: () => void): void;
}

const FIRST_CHUNK = 16;
const LARGEST_CHUNK = 512;

/**
 * Walks a range in growing chunks rather than holding a storage cursor open between commands. A chunk is dropped and
 * read again from the last key as soon as something was written, so that a walk never shows what was there before.
 */
export function* walk(
  range: KeyRange,
  reverse: boolean,
  fetch: (range: KeyRange, reverse: boolean, limit: number) => Entry[],
  epoch: () => number,
): Generator<Entry> {
  let { start, end } = range;
  let size = FIRST_CHUNK;
  for (;;) {
    const seen = epoch();
    const chunk = fetch({ start, end }, reverse, size);
    let last: Buffer | undefined;
    for (const entry of chunk) {
      if (epoch() !== seen) break;
      last = entry.key;
      yield entry;
    }
    if (epoch() === seen && chunk.length < size) return;
    if (last) {
      // The next key after `last` is `last` with a zero byte behind it.
      if (reverse) end = last;
      else start = Buffer.concat([last, ZERO]);
    }
    size = Math.min(size * 4, LARGEST_CHUNK);
  }
}

const ZERO = Buffer.from([0]);
