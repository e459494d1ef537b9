import type { SupplierText } from '../../inventory/item-suppliers.port';
import { supplierKey } from './supplier-key';

export type SupplierGroup = { key: string; name: string; texts: SupplierText[]; items: number };

/** Shorter names differ by a letter without being the same. */
const MIN_NEAR_LENGTH = 6;

/**
 * Texts that seem to name the same supplier: those with the same key and, around a more frequent key, those that differ
 * from it by one letter or by two letters that changed places. Digits are never taken for mistyped. Groups do not chain:
 * each is near its most frequent key. The largest group is first.
 */
export function groupTexts(texts: readonly SupplierText[]): SupplierGroup[] {
  const byKey = new Map<string, SupplierText[]>();
  for (const one of texts) addTo(byKey, supplierKey(one.text), one);
  const keys = [...byKey].map(([key, same]) => ({ key, texts: same, items: sum(same) })).toSorted(moreFrequentFirst);
  const groups = new Map<string, { key: string; texts: SupplierText[] }>();
  const near = new NearKeys();
  for (const { key, texts: same } of keys) {
    const centre = near.find(key);
    const group = centre === undefined ? undefined : groups.get(centre);
    if (group) group.texts.push(...same);
    else {
      groups.set(key, { key, texts: same });
      near.add(key);
    }
  }
  return [...groups.values()]
    .map((group) => {
      const inOrder = group.texts.toSorted((a, b) => b.items - a.items || a.text.localeCompare(b.text));
      const name = (inOrder[0]?.text ?? group.key).trim().replaceAll(/\s+/g, ' ');
      return { key: group.key, name, texts: inOrder, items: sum(inOrder) };
    })
    .toSorted(moreFrequentFirst);
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function sum(texts: readonly SupplierText[]): number {
  return texts.reduce((total, { items }) => total + items, 0);
}

function moreFrequentFirst(a: { key: string; items: number }, b: { key: string; items: number }): number {
  return b.items - a.items || a.key.localeCompare(b.key);
}

/**
 * Finds keys that are one letter away, by what they share when one letter is left out: thousands of keys are compared
 * without comparing each with each.
 */
class NearKeys {
  private readonly byPart = new Map<string, string[]>();

  add(key: string): void {
    for (const part of partsOf(key)) addTo(this.byPart, part, key);
  }

  find(key: string): string | undefined {
    for (const part of partsOf(key)) {
      const found = this.byPart.get(part)?.find((other) => isNear(key, other));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function partsOf(key: string): Set<string> {
  const letters = Array.from(key);
  if (letters.length < MIN_NEAR_LENGTH) return new Set();
  return new Set([key, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))]);
}

/** Whether one letter was added, left out or replaced, or two neighbours changed places. Digits must agree. */
export function isNear(a: string, b: string): boolean {
  if (a.replaceAll(/\P{N}/gu, '') !== b.replaceAll(/\P{N}/gu, '')) return false;
  const [left, right] = [Array.from(a), Array.from(b)];
  if (Math.min(left.length, right.length) < MIN_NEAR_LENGTH || Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  let end = 0;
  const most = Math.min(left.length, right.length) - start;
  while (end < most && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  const [restA, restB] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
