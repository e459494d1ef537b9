import { decode, encode, type Document } from '../query/bson.js';
import { MongoError } from '../query/error.js';
import { metaKey } from '../store/key-layout.js';
import type { Store } from '../store/store.js';

const CONFIG = metaKey('replica-set', '');
const ALREADY_INITIALIZED = 23;
const INVALID_CONFIG = 93;
const DEFAULT_NAME = 'embedded';

interface Options {
  replicaSetName?: string;
  address: string;
  log: (line: string) => void;
}

/**
 * The one-member replica set that the engine presents itself as, because drivers use transactions and retryable
 * writes only with a replica set. If it has a name, it waits to be initiated, as a mongod does.
 */
export class ReplicaSet {
  readonly name: string;
  #config: Document | undefined;

  private constructor(
    private readonly store: Store,
    private readonly options: Options,
    config: Document | undefined,
  ) {
    this.name = options.replicaSetName ?? DEFAULT_NAME;
    this.#config = config;
  }

  /** Reads whether the set was initiated in an earlier run. */
  static async load(store: Store, options: Options): Promise<ReplicaSet> {
    const stored = store.get(CONFIG);
    const set = new ReplicaSet(store, options, stored && decode(stored));
    if (options.replicaSetName === undefined) set.#config ??= set.#defaultConfig();
    else if (stored) set.#announce();
    return Promise.resolve(set);
  }

  /** True once it accepts writes. */
  get isPrimary(): boolean {
    return this.#config !== undefined;
  }

  /** The addresses by which drivers know its member. */
  get hosts(): string[] {
    const members = Array.isArray(this.#config?.members) ? (this.#config.members as Document[]) : [];
    const hosts = members.map(({ host }) => host).filter((host) => typeof host === 'string');
    return hosts.length > 0 && this.options.replicaSetName !== undefined ? hosts : [this.options.address];
  }

  /** Accepts the first configuration. @throws AlreadyInitialized (23) */
  async initiate(config: Document): Promise<void> {
    if (this.#config) throw new MongoError(ALREADY_INITIALIZED, 'already initialized');
    const complete = { ...this.#defaultConfig(), ...config };
    const members = Array.isArray(complete.members) ? complete.members : [];
    if (complete._id !== this.name || members.length !== 1) {
      throw new MongoError(
        INVALID_CONFIG,
        `The embedded database is a replica set with the name ${this.name} and exactly one member`,
      );
    }
    await this.store.writer.run((view) => view.write([{ key: CONFIG, value: Buffer.from(encode(complete)) }]));
    this.#config = complete;
    this.#announce();
  }

  #announce(): void {
    this.options.log('transition to SECONDARY from RECOVERING');
    this.options.log('transition to PRIMARY from SECONDARY');
    this.options.log('transition to primary complete; database writes are now permitted');
  }

  #defaultConfig(): Document & { _id: string } {
    return { _id: this.name, version: 1, term: 1, members: [{ _id: 0, host: this.options.address }] };
  }
}
