import { Catalog } from '../catalog/catalog.js';
import { Cursors } from '../commands/cursors.js';
import { Sessions } from '../session/sessions.js';
import { findCountMismatch } from '../catalog/validation.js';
import { damagedData, FolderError } from '../store/folder.js';
import { Store } from '../store/store.js';
import type { CommandLine } from './command-line.js';
import { TtlMonitor } from './ttl-monitor.js';

export interface EngineOptions extends Omit<CommandLine, 'auth' | 'endpoint'> {
  /** How drivers reach it: `host:port` or the path of the socket. */
  address: string;
  log: (line: string) => void;
}

const HOUSEKEEPING_MILLISECONDS = 60_000;

/** Everything that commands work on. */
export class Engine {
  readonly cursors = new Cursors();
  readonly #housekeeping: NodeJS.Timeout;

  private constructor(
    readonly options: EngineOptions,
    readonly store: Store,
    readonly catalog: Catalog,
    readonly sessions: Sessions,
    private readonly ttlMonitor: TtlMonitor,
  ) {
    this.#housekeeping = setInterval(() => {
      this.cursors.expire(Date.now());
      this.sessions
        .expire(Date.now())
        .catch((error: unknown) => options.log(`session expiry failed: ${String(error)}`));
    }, HOUSEKEEPING_MILLISECONDS);
    this.#housekeeping.unref();
  }

  static async open(options: EngineOptions): Promise<Engine> {
    const store = await Store.open(options.dbpath, !options.ephemeral);
    const catalog = await openCatalog(store, options.dbpath);
    const sessions = new Sessions(store, options.transactionSeconds * 1000);
    const ttlMonitor = new TtlMonitor(store, catalog, options);
    return new Engine(options, store, catalog, sessions, ttlMonitor);
  }

  /** Finishes pending writes and releases the folder. */
  async close(): Promise<void> {
    clearInterval(this.#housekeeping);
    this.ttlMonitor.stop();
    this.sessions.abortAll();
    await this.store.close();
  }
}

// Finds damage before anything builds on it: always in the catalog, and after a crash in all collections.
async function openCatalog(store: Store, folder: string): Promise<Catalog> {
  try {
    const catalog = await Catalog.load(store);
    if (store.claim.lock.tookOver) {
      for (const collection of catalog.list()) {
        const fault = findCountMismatch(store, collection);
        if (fault !== undefined) throw new FolderError('DataCorruptionDetected', damagedData(folder, fault));
      }
    }
    return catalog;
  } catch (error) {
    await store.abandon();
    throw store.claim.explain(error);
  }
}
