import type { KeyRange } from '../store/key-layout.js';
import type { Change } from '../store/view.js';

/** The latest change that a transaction made to each key, in the order of the keys: a range is found by bisection. */
export class OwnWrites {
  readonly #changes: Change[] = [];

  get all(): readonly Change[] {
    return this.#changes;
  }

  get(key: Buffer): Change | undefined {
    const change = this.#changes[this.#firstFrom(key)];
    return change?.key.equals(key) ? change : undefined;
  }

  add(change: Change): void {
    const at = this.#firstFrom(change.key);
    const before = this.#changes[at];
    if (!before?.key.equals(change.key)) this.#changes.splice(at, 0, change);
    else this.#changes[at] = before.guarded ? { ...change, guarded: true } : change;
  }

  /** The changes in the range, in a new array. */
  within({ start, end }: KeyRange): Change[] {
    return this.#changes.slice(this.#firstFrom(start), this.#firstFrom(end));
  }

  /** The place of the first key that is not less. */
  #firstFrom(key: Buffer): number {
    let low = 0;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const change = this.#changes[middle];
      if (change && change.key.compare(key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
