import type { Index } from '../catalog/collection.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { decodeRecordId } from '../store/key-layout.js';
import { rangeFrom, type Entry, type ReadView } from '../store/view.js';
import type { ScanRange } from './index-ranges.js';
import type { IndexScan } from './plan.js';

/** After this many entries or documents, a run lets other work proceed. */
export const PAUSE_EVERY = 256;

export class IndexWalk {
  /** Entries that were read, or counted without being read. */
  keysExamined = 0;

  /** The walks of the scans that must also find each record. */
  readonly intersectedWith: readonly IndexWalk[];

  /** What is still to be walked, in order. */
  #ranges: ScanRange[];

  constructor(
    readonly scan: IndexScan,
    private readonly view: ReadView,
  ) {
    const { scanRanges } = scan.access;
    this.intersectedWith = scan.intersectedWith.map((other) => new IndexWalk(other, view));
    this.#ranges = scan.reverse ? [...scanRanges].reverse() : [...scanRanges];
  }

  /**
   * Passes over the first entries before the walk, without reading each.
   * @returns how many, which may be fewer or none.
   */
  skip(count: number): number {
    let left = count;
    for (let range = this.#ranges[0]; left > 0 && range; range = this.#ranges[0]) {
      const key = this.view.keyAt(range, this.scan.reverse, left);
      left -= key ? left : this.view.count(range);
      if (key) this.#ranges[0] = rangeFrom(range, this.scan.reverse, key);
      else this.#ranges.shift();
    }
    this.keysExamined += count - left;
    return count - left;
  }

  /** The record ids found, without duplicates; `undefined` marks a pause point. @throws QueryPlanKilled (175) */
  *recordIds(): Generator<number | undefined> {
    const seen = new Set<number>();
    const { index, keyFilter, plannedAsMultikey } = this.scan;
    const members = yield* this.#members();
    for (const { key, value } of this.#entries()) {
      this.keysExamined += 1;
      if (this.keysExamined % PAUSE_EVERY === 0) yield undefined;
      const recordId = decodeRecordId(value);
      // Checked for every entry, because the first array may be added to the index while a cursor is open on it.
      const isMultikey = index.multikey;
      if (keyFilter && isMultikey === plannedAsMultikey && !keyFilter.matches(key)) continue;
      if (isMultikey) {
        if (seen.has(recordId)) continue;
        seen.add(recordId);
      }
      if (!members.every((ids) => ids.has(recordId))) continue;
      yield recordId;
    }
  }

  /** The record ids that each of the other scans finds. */
  *#members(): Generator<undefined, Set<number>[]> {
    const members: Set<number>[] = [];
    for (const walk of this.intersectedWith) {
      const ids = new Set<number>();
      for (const id of walk.recordIds()) {
        if (id === undefined) yield undefined;
        else ids.add(id);
      }
      members.push(ids);
    }
    return members;
  }

  *#entries(): Generator<Entry> {
    for (const range of this.#ranges) {
      const entries = range.point ? this.#entryAt(range.point) : this.view.range(range, this.scan.reverse);
      for (const entry of entries) {
        assertNotDropped(this.scan.index);
        yield entry;
      }
      assertNotDropped(this.scan.index);
    }
  }

  #entryAt(key: Buffer): Entry[] {
    const value = this.view.get(key);
    return value ? [{ key, value }] : [];
  }
}

// Dropping an index removes its entries, so a cursor that has not read them yet would miss results.
function assertNotDropped(index: Index): void {
  if (index.dropped)
    throw new MongoError(ErrorCode.QueryPlanKilled, `index '${index.name}' was dropped during the query`);
}
