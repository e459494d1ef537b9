/** Limits how many uses of each key there are at the same time. */
export class ConcurrencyLimit {
  private readonly uses = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** Returns the function that ends the use, or `undefined` if the limit is reached. */
  acquire(key: string): (() => void) | undefined {
    const before = this.uses.get(key) ?? 0;
    if (before >= this.limit) return undefined;
    this.uses.set(key, before + 1);
    return () => {
      const after = (this.uses.get(key) ?? 0) - 1;
      if (after > 0) this.uses.set(key, after);
      else this.uses.delete(key);
    };
  }
}
