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
