import type { Db, IndexDescription } from 'mongodb';
import { TrackedValue, type Connection, type Tally, type Workload } from './workload.js';

const NAMES = ['passing1', 'passing2'];
const DOCUMENTS = 60;
const BUSY = 'items';
const EXTRA: IndexDescription = {
  key: { version: 1, code: 1 },
  name: 'extra',
  partialFilterExpression: { version: { $gt: 0 } },
};

/** The state of a collection: its number of documents and its indexes. */
interface Definition {
  documents: number;
  indexes: string[];
}

/** Creates, fills, indexes and drops collections; also creates and drops an index on the busiest collection. */
export class Definitions implements Workload {
  readonly #collections = NAMES.map(() => new TrackedValue<Definition>());
  readonly #extra = new TrackedValue<string>();

  constructor(readonly tally: Tally) {}

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  start({ db }: Connection): Promise<void>[] {
    return [
      ...NAMES.map((name, i) => this.#define(db, name, this.#collections[i] ?? new TrackedValue())),
      this.#indexBusy(db),
    ];
  }

  async check({ db }: Connection): Promise<void> {
    const present = (await db.listCollections().toArray()).map(({ name }) => name);
    for (const [i, name] of NAMES.entries()) {
      this.#collections[i]?.settle(name, present.includes(name) ? await definitionOf(db, name) : undefined);
    }
    const names = (await db.collection(BUSY).indexes()).map(({ name }) => name);
    this.#extra.settle('index', names.includes('extra') ? 'extra' : undefined);
  }

  async #define(db: Db, name: string, register: TrackedValue<Definition>): Promise<void> {
    const collection = db.collection(name);
    const step = (before: Definition | undefined): [Definition | undefined, () => Promise<unknown>] => {
      if (!before) return [{ documents: 0, indexes: ['_id_'] }, () => db.createCollection(name)];
      const { documents, indexes } = before;
      if (documents === 0) {
        const rows = Array.from({ length: DOCUMENTS }, (_, i) => ({ n: i, half: i >> 1, list: [i, i + 1] }));
        // In a transaction, so that either all or none are inserted.
        const fill = () =>
          db.client.withSession(async (session) => {
            session.startTransaction();
            await collection.insertMany(rows, { session });
            await session.commitTransaction();
          });
        return [{ documents: DOCUMENTS, indexes }, fill];
      }
      if (indexes.length === 1) {
        const specifications: IndexDescription[] = [
          { key: { n: 1 }, name: 'n', unique: true },
          { key: { list: 1, half: 1 }, name: 'list' },
        ];
        return [{ documents, indexes: ['_id_', 'n', 'list'] }, () => collection.createIndexes(specifications)];
      }
      return [undefined, () => collection.drop()];
    };
    for (;;) {
      const [next, request] = step(register.value);
      register.expect(next);
      if (!(await this.tally.ask(request))) return;
      register.acknowledge();
    }
  }

  async #indexBusy(db: Db): Promise<void> {
    const collection = db.collection(BUSY);
    for (;;) {
      const next = this.#extra.value ? undefined : 'extra';
      this.#extra.expect(next);
      const request = () => (next ? collection.createIndexes([EXTRA]) : collection.dropIndex('extra'));
      if (!(await this.tally.ask(request))) return;
      this.#extra.acknowledge();
    }
  }
}

async function definitionOf(db: Db, name: string): Promise<Definition> {
  const indexes = await db.collection(name).indexes();
  return {
    documents: await db.collection(name).countDocuments(),
    indexes: indexes.map((index) => index.name ?? ''),
  };
}
