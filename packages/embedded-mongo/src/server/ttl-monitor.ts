import type { Catalog } from '../catalog/catalog.js';
import { readyIndexes, type Collection, type Index } from '../catalog/collection.js';
import { removeDocument } from '../catalog/document-writer.js';
import { decode } from '../query/bson.js';
import { parseFilter } from '../query/filter.js';
import { Execution } from '../planner/execution.js';
import { KeyHeld } from '../store/conflicts.js';
import { recordKey } from '../store/key-layout.js';
import type { Store } from '../store/store.js';
import type { WriteView } from '../store/view.js';

const BATCH_SIZE = 500;

interface Options {
  ttlInterval: number;
  log: (line: string) => void;
}

/** Removes expired documents, as defined by TTL indexes. */
export class TtlMonitor {
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly store: Store,
    private readonly catalog: Catalog,
    private readonly options: Options,
  ) {
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.run(Date.now())
        .catch((error: unknown) => this.options.log(`TTL monitor failed: ${String(error)}`))
        .finally(() => this.#schedule());
    }, this.options.ttlInterval);
    this.#timer.unref();
  }

  /** Removes everything that has expired at the given time. */
  async run(now: number): Promise<void> {
    for (const collection of this.catalog.list()) {
      for (const index of readyIndexes(collection)) {
        if (index.expireAfterSeconds !== undefined) await this.#expire(collection, index, now);
      }
    }
  }

  async #expire(collection: Collection, index: Index, now: number): Promise<void> {
    const latest = now - (index.expireAfterSeconds ?? 0) * 1000;
    for (let more = true; more && !this.#stopped && !collection.dropped;) {
      more = await this.store.writer.run((view) => this.#removeBatch(view, collection, index, latest));
    }
  }

  #removeBatch(view: WriteView, collection: Collection, index: Index, latest: number): boolean {
    if (collection.dropped) return false;
    const field = index.paths[0]?.text ?? '';
    const filter = [...parseFilter({ [field]: { $lte: new Date(latest) } }), ...(index.partialFilter ?? [])];
    const query = { filter, sort: {}, limit: BATCH_SIZE };
    const found = [...new Execution(collection, query, view).results()].filter((one) => one !== undefined);
    for (const { recordId } of found) {
      const bytes = view.get(recordKey(collection.id, recordId));
      if (!bytes) continue;
      try {
        removeDocument(view, collection, recordId, decode(bytes));
      } catch (error) {
        // A transaction has changed the document; the next run will remove it.
        if (error instanceof KeyHeld) return false;
        throw error;
      }
    }
    return found.length === BATCH_SIZE;
  }
}
