import { calculateObjectSize } from 'bson';
import { getHeapStatistics } from 'node:v8';
import type { Batches } from './batches.js';
import type { Document } from './bson.js';
import { ErrorCode, MongoError } from './error.js';

/** The BSON of a value takes about an eighth of its size in the heap. */
const HEAP_PER_BYTE = 8;

/** How many bytes of BSON one stage may keep without endangering the process. */
export const MEMORY_LIMIT = Math.floor(getHeapStatistics().heap_size_limit / HEAP_PER_BYTE);

/** One of this many values is measured and represents the others. */
const SAMPLE = 16;

/** Estimates how much a stage keeps. There is no spilling to disk: exceeding the limit is an error. */
export class Memory {
  #bytes = 0;
  #added = 0;

  /** @param what the name of the stage, for the message. */
  constructor(
    private readonly what: string,
    private readonly limit = MEMORY_LIMIT,
  ) {}

  /** @throws QueryExceededMemoryLimitNoDiskUseAllowed (292) */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.limit) return;
    throw new MongoError(
      ErrorCode.QueryExceededMemoryLimitNoDiskUseAllowed,
      `${this.what} exceeded the memory limit of ${this.limit} bytes, and the embedded database does not spill to disk: ` +
        'narrow it with $match, $project or $limit',
    );
  }

  /** @throws QueryExceededMemoryLimitNoDiskUseAllowed (292) */
  addDocuments(documents: readonly Document[]): void {
    for (const document of documents) {
      if (this.#added % SAMPLE === 0) this.add(calculateObjectSize(document) * SAMPLE);
      this.#added += 1;
    }
  }
}

/** The same batches, each of which is measured first. */
export function* measured<T>(batches: Batches<T>, measure: (batch: readonly T[]) => void): Batches<T> {
  for (const batch of batches) {
    measure(batch);
    yield batch;
  }
}
