/** An import or a bulk change reports hundreds of things at once. */
const TOGETHER_MS = 250;

/** Collects what arrives within a moment, each value once, so that what it changes is fetched once and not for each. */
export function batched<Value = string>(
  flush: (values: readonly Value[]) => void,
  idOf: (value: Value) => string = String,
  togetherMs = TOGETHER_MS,
): (value: Value) => void {
  let values = new Map<string, Value>();
  return (value) => {
    if (values.size === 0) {
      setTimeout(() => {
        const collected = [...values.values()];
        values = new Map();
        flush(collected);
      }, togetherMs);
    }
    values.set(idOf(value), value);
  };
}
