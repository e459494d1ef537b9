import type { Holder } from './conflicts.js';
import type { KeyRange } from './key-layout.js';

export interface Entry {
  key: Buffer;
  value: Buffer;
}

/** One change of a write: a value to store, or `undefined` to remove the key. */
export interface Change {
  key: Buffer;
  value: Buffer | undefined;
  /** Two transactions must not both change this key. Set for documents, unique index entries and names. */
  guarded?: boolean;
}

export interface ReadView {
  get(key: Buffer): Buffer | undefined;
  /** The entries of a range in key order. Concurrent writes are visible and never cause entries to be skipped. */
  range(range: KeyRange, reverse?: boolean): Iterable<Entry>;
  count(range: KeyRange): number;
  /**
   * The key that so many entries precede in the direction, or `undefined` in a shorter range. Much faster than reading
   * the entries, unless the view has writes of its own in the range.
   */
  keyAt(range: KeyRange, reverse: boolean, offset: number): Buffer | undefined;
}

/** A view that also accepts writes. */
export interface WriteView extends ReadView {
  /** Applies all changes, or throws before applying any. @param holder the transaction that already holds the keys. */
  write(changes: readonly Change[], holder?: Holder): void;
  /** Runs once the write is durable and visible to everyone; never if it fails. */
  afterCommit(hook: () => void): void;
}

const FIRST_CHUNK = 16;
const LARGEST_CHUNK = 512;

/**
 * Walks a range in growing chunks instead of holding a storage cursor open between commands. After any write, the
 * current chunk is discarded and read again from the last key, so a walk never returns outdated entries.
 */
export function* walk(
  range: KeyRange,
  reverse: boolean,
  fetch: (range: KeyRange, limit: number) => Entry[],
  epoch: () => number,
): Generator<Entry> {
  let { start, end } = range;
  let size = FIRST_CHUNK;
  for (;;) {
    const seen = epoch();
    const chunk = fetch({ start, end }, size);
    let last: Buffer | undefined;
    for (const entry of chunk) {
      if (epoch() !== seen) break;
      last = entry.key;
      yield entry;
    }
    if (epoch() === seen && chunk.length < size) return;
    if (last) {
      if (reverse) end = last;
      else start = after(last);
    }
    size = Math.min(size * 4, LARGEST_CHUNK);
  }
}

/** The number of entries in the range, but not more than `most`. */
export function countUpTo(view: ReadView, range: KeyRange, most: number): number {
  if (most === Infinity) return view.count(range);
  return view.keyAt(range, false, most - 1) ? most : view.count(range);
}

/** The part of the range from a key of it, which is included, in the direction. */
export function rangeFrom({ start, end }: KeyRange, reverse: boolean, key: Buffer): KeyRange {
  return reverse ? { start, end: after(key) } : { start: key, end };
}

/** The next possible key: the same followed by a zero byte. */
function after(key: Buffer): Buffer {
  return Buffer.concat([key, ZERO]);
}

const ZERO = Buffer.from([0]);
