/** An import or a bulk deed tells of hundreds of things at once. */
const TOGETHER_MS = 250;

/** Collects what is told shortly after one another, so that what it changes is fetched once and not for each. */
export function gathered(flush: (ids: readonly string[]) => void): (id: string) => void {
  let ids = new Set<string>();
  return (id) => {
    if (ids.size === 0) {
      setTimeout(() => {
        const told = [...ids];
        ids = new Set();
        flush(told);
      }, TOGETHER_MS);
    }
    ids.add(id);
  };
}
