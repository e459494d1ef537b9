import { useState } from 'react';

/** Keys of rows of inputs that have no ids: each row keeps its focus when another one is removed or all are sorted. */
export function useRowKeys(count: number) {
  const [keys, setKeys] = useState<readonly number[]>([]);
  const all = Array.from({ length: count }, (_, at) => keys[at] ?? Math.max(-1, ...keys) + 1 + at - keys.length);
  return {
    keys: all,
    remove: (at: number) => setKeys(all.toSpliced(at, 1)),
    /** `before` are the positions that the rows had, in their new order. */
    reorder: (before: readonly number[]) => setKeys(before.map((at) => all[at] ?? at)),
  };
}
