import { calculateObjectSize } from 'bson';
import { getHeapStatistics } from 'node:v8';
import type { Document } from './bson.js';
import { MongoError } from './error.js';

const QUERY_EXCEEDED_MEMORY_LIMIT = 292;

/** As BSON, a value is about an eighth of what it is in the heap. */
const HEAP_PER_BYTE = 8;

/** Bytes of BSON that one stage may keep, so that the process outlives it. */
export const MEMORY_LIMIT = Math.floor(getHeapStatistics().heap_size_limit / HEAP_PER_BYTE);

/** One value of so many is measured, and stands for the others. */
const SAMPLE = 16;

/** Counts about how much a stage keeps. There is no spilling to disk: what is too much fails. */
export class Memory {
  #bytes = 0;
  #added = 0;

  /** @param what what keeps it, for the message. */
  constructor(
    private readonly what: string,
    private readonly limit = MEMORY_LIMIT,
  ) {}

  /** @throws QueryExceededMemoryLimitNoDiskUseAllowed (292) */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.limit) return;
    throw new MongoError(
      QUERY_EXCEEDED_MEMORY_LIMIT,
      `${this.what} exceeded the memory limit of ${this.limit} bytes, and the embedded database does not spill to disk: ` +
        'narrow it with $match, $project or $limit',
    );
  }

  /** @throws QueryExceededMemoryLimitNoDiskUseAllowed (292) */
  addDocument(document: Document): void {
    if (this.#added % SAMPLE === 0) this.add(calculateObjectSize(document) * SAMPLE);
    this.#added += 1;
  }
}
