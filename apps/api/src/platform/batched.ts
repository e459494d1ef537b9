import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** The items in batches of a size. Between two of them, other requests get their turn. */
export async function* batched<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[], undefined> {
  let batch: Item[] = [];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
    await yieldToOthers();
  }
  if (batch.length > 0) yield batch;
}

/** Asks for the next item while the current one is handled. */
export async function* oneAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  const ask = () => {
    const next = iterator.next();
    // Its failure is thrown when it is its turn.
    next.catch(() => undefined);
    return next;
  };
  let next = ask();
  try {
    for (;;) {
      const answer = await next;
      if (answer.done) return;
      next = ask();
      yield answer.value;
    }
  } finally {
    await iterator.return?.();
  }
}
