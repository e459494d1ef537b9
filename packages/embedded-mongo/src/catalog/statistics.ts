import { recordRange } from '../store/key-layout.js';
import type { ReadView } from '../store/view.js';
import type { Collection } from './collection.js';

/** Statistics that do not require reading the whole collection. Sizes are in bytes of BSON. */
export interface Statistics {
  count: number;
  /** Exact up to 1,000 documents; above that, estimated from the mean of the 500 oldest and 500 newest. */
  size: number;
}

const SAMPLE = 500;

/** Counts the documents of a collection and estimates their size. */
export function statisticsOf(view: ReadView, { id }: Collection): Statistics {
  const range = recordRange(id);
  const count = view.count(range);
  const oldest = sizesOf(view, id, false, Math.min(SAMPLE, count));
  const newest = sizesOf(view, id, true, Math.min(SAMPLE, count - oldest.length));
  const sizes = [...oldest, ...newest];
  const sampled = sizes.reduce((sum, size) => sum + size, 0);
  return { count, size: sizes.length === 0 ? 0 : Math.round((sampled / sizes.length) * count) };
}

function sizesOf(view: ReadView, id: number, reverse: boolean, most: number): number[] {
  const sizes: number[] = [];
  if (most === 0) return sizes;
  for (const { value } of view.range(recordRange(id), reverse)) {
    sizes.push(value.length);
    if (sizes.length === most) break;
  }
  return sizes;
}
