import { decode, encode, type Document } from '../query/bson.js';
import { MongoError } from '../query/error.js';
import { metaKey } from '../store/key-layout.js';
import type { Store } from '../store/store.js';

const CONFIG = metaKey('replica-set', '');
const ALREADY_INITIALIZED = 23;
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

  get config(): Document | undefined {
    return this.#config;
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
    await this.reconfigure(Object.keys(config).length > 0 ? config : this.#defaultConfig());
    this.#announce();
  }

  /** Replaces the configuration. This only affects what is returned when the configuration is requested. */
  async reconfigure(config: Document): Promise<void> {
    if (config._id !== this.name) {
      throw new MongoError(
        93,
        `Attempting to initiate a replica set with name ${String(config._id)}, but command line reports ${this.name}; rejecting`,
      );
    }
    const members = Array.isArray(config.members) ? config.members : [];
    if (members.length !== 1) {
      throw new MongoError(93, 'The embedded database is a replica set of exactly one member');
    }
    const complete = { version: 1, term: 1, ...config };
    await this.store.writer.run((view) => view.write([{ key: CONFIG, value: Buffer.from(encode(complete)) }]));
    this.#config = complete;
  }

  #announce(): void {
    this.options.log('transition to SECONDARY from RECOVERING');
    this.options.log('transition to PRIMARY from SECONDARY');
    this.options.log('transition to primary complete; database writes are now permitted');
  }

  #defaultConfig(): Document {
    return { _id: this.name, version: 1, term: 1, members: [{ _id: 0, host: this.options.address }] };
  }
}
