import { performance } from 'node:perf_hooks';
import type { Catalog } from '../catalog/catalog.js';
import { readyIndexes, type Collection, type Index } from '../catalog/collection.js';
import { DocumentChange } from '../commands/document-change.js';
import type { Document } from '../query/bson.js';
import { KeyHeld } from '../store/conflicts.js';
import type { Store } from '../store/store.js';
import { TURN_MILLISECONDS } from '../store/writer.js';

interface Options {
  ttlSeconds: number;
  log: (line: string) => void;
}

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
      this.#run()
        .catch((error: unknown) => this.options.log(`TTL monitor failed: ${String(error)}`))
        .finally(() => this.#schedule());
    }, this.options.ttlSeconds * 1000);
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    for (const collection of this.catalog.list()) {
      for (const index of readyIndexes(collection)) {
        if (index.expireAfterSeconds !== undefined) await this.#expire(collection, index, index.expireAfterSeconds);
      }
    }
  }

  async #expire(collection: Collection, { paths, specification }: Index, seconds: number): Promise<void> {
    const isOld = { [paths[0]?.text ?? '']: { $lte: new Date(Date.now() - seconds * 1000) } };
    const filter = { $and: [isOld, (specification.partialFilterExpression ?? {}) as Document] };
    const removal = new DocumentChange({ filter, update: undefined, multi: true, upsert: false });
    try {
      for (let done = false; !done && !this.#stopped && !collection.dropped;) {
        done = await this.store.writer.run((view) => {
          const started = performance.now();
          const isLate = (): boolean => performance.now() - started > TURN_MILLISECONDS;
          return collection.dropped || removal.run(view, collection, isLate, () => undefined);
        });
      }
    } catch (error) {
      // A transaction has changed one of the documents; the next run will remove them.
      if (!(error instanceof KeyHeld)) throw error;
    }
  }
}
