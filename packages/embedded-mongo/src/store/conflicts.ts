import { writeConflict } from '../query/error.js';

/** The holder of a key: an open transaction. */
export interface Holder {
  /** The sequence number of the last write that is visible in the holder's snapshot. */
  readonly snapshotSequence: number;
  /** Resolves when the holder has committed or aborted. */
  readonly finished: Promise<void>;
}

/** Thrown by a write that must wait for a transaction; run the write again once the transaction has ended. */
export class KeyHeld extends Error {
  constructor(readonly holder: Holder) {
    super('The document is held by an open transaction');
    this.name = 'KeyHeld';
  }
}

/**
 * Tracks which keys open transactions have written, and which keys have been written since the oldest of them began.
 * The first writer wins: a second transaction fails at once, a plain write waits.
 */
export class Conflicts {
  readonly #open = new Set<Holder>();
  readonly #held = new Map<string, Holder>();
  readonly #written = new Map<string, number>();
  #sequence = 0;

  get sequence(): number {
    return this.#sequence;
  }

  /** How many written keys are remembered for the open transactions. */
  get remembered(): number {
    return this.#written.size;
  }

  open(holder: Holder): void {
    this.#open.add(holder);
  }

  close(holder: Holder, keys: Iterable<string>): void {
    this.#open.delete(holder);
    for (const key of keys) if (this.#held.get(key) === holder) this.#held.delete(key);
    this.#forget();
  }

  /** @throws KeyHeld if an open transaction other than the given one has written the key. */
  assertFree(key: Buffer, self?: Holder): void {
    if (this.#held.size === 0) return;
    const holder = this.#held.get(key.toString('latin1'));
    if (holder && holder !== self) throw new KeyHeld(holder);
  }

  /** Counts a write and remembers its keys while they are not visible in some transaction's snapshot. */
  recordWrite(keys: Iterable<Buffer>): void {
    this.#sequence += 1;
    if (this.#open.size === 0) return;
    for (const key of keys) {
      const name = key.toString('latin1');
      // Deleted first, so that the keys stay in the order of their latest writes.
      this.#written.delete(name);
      this.#written.set(name, this.#sequence);
    }
  }

  /** Makes the holder hold all of the keys. @throws WriteConflict (112) if it may not write one of them. */
  hold(keys: readonly string[], holder: Holder): void {
    for (const key of keys) {
      const other = this.#held.get(key);
      if (other && other !== holder) throw writeConflict();
      if ((this.#written.get(key) ?? 0) > holder.snapshotSequence) throw writeConflict();
    }
    for (const key of keys) this.#held.set(key, holder);
  }

  // Forgets writes that are visible in the snapshots of all open transactions.
  #forget(): void {
    if (this.#open.size === 0) {
      this.#written.clear();
      return;
    }
    let oldest = Infinity;
    for (const { snapshotSequence } of this.#open) oldest = Math.min(oldest, snapshotSequence);
    for (const [key, sequence] of this.#written) {
      if (sequence > oldest) return;
      this.#written.delete(key);
    }
  }
}
