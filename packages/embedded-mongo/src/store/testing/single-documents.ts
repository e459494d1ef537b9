import type { Collection, Db } from 'mongodb';
import type { Random } from './random.js';
import { Violation, TrackedValue, type Connection, type Tally, type Workload } from './workload.js';

const WRITERS = 6;
const KEYS = 20;
const CODES = 40;
const NAME = 'singles';

interface Single {
  _id: string;
  code: string;
  version: number;
  tags: number[];
  text: string;
}

/** Writers that insert, update, replace and delete single documents; unique codes move from one document to another. */
export class SingleDocuments implements Workload {
  readonly #registers = Array.from({ length: WRITERS }, () =>
    Array.from({ length: KEYS }, () => new TrackedValue<Single>()),
  );
  #version = 0;

  constructor(readonly tally: Tally) {}

  async prepare(db: Db): Promise<void> {
    await db
      .collection(NAME)
      .createIndexes([{ key: { code: 1 }, unique: true }, { key: { tags: 1 } }, { key: { version: -1, _id: 1 } }]);
  }

  start({ db }: Connection, random: Random): Promise<void>[] {
    return this.#registers.map((_, writer) => this.#write(db.collection<Single>(NAME), writer, random));
  }

  async check({ db }: Connection): Promise<void> {
    const stored = new Map<string, Single>();
    for (const single of await db.collection<Single>(NAME).find().toArray()) stored.set(single._id, single);
    this.#registers.forEach((registers, writer) => {
      registers.forEach((register, key) => {
        const name = nameOf(writer, key);
        register.settle(name, stored.get(name));
        stored.delete(name);
      });
    });
    if (stored.size > 0) throw new Violation(`Nobody wrote ${[...stored.keys()].join()}`);
  }

  async #write(collection: Collection<Single>, writer: number, random: Random): Promise<void> {
    for (;;) {
      const key = random.below(KEYS);
      const register = this.#registers[writer]?.[key];
      if (!register) return;
      const next = random.below(4) === 0 && register.value ? undefined : this.#next(writer, key, random);
      const before = register.value;
      register.expect(next);
      if (!(await this.tally.ask(() => change(collection, nameOf(writer, key), before, next)))) return;
      register.acknowledge();
    }
  }

  #next(writer: number, key: number, random: Random): Single {
    const taken = this.#registers[writer]?.map(({ value }) => value?.code);
    let code: string;
    do code = `${writer}:${random.below(CODES)}`;
    while (taken?.includes(code));
    this.#version += 1;
    const version = this.#version;
    // Some are longer than a page of the store.
    const text = 'x'.repeat(random.below(10) === 0 ? 6000 : random.below(300));
    return { _id: nameOf(writer, key), code, version, tags: [version % 5, 5 + (version % 7)], text };
  }
}

function nameOf(writer: number, key: number): string {
  return `${writer}/${key}`;
}

function change(
  collection: Collection<Single>,
  _id: string,
  before: Single | undefined,
  after: Single | undefined,
): Promise<unknown> {
  if (!after) return collection.deleteOne({ _id });
  if (!before) return collection.insertOne(after);
  const { _id: _, ...fields } = after;
  if (after.version % 3 === 0) return collection.replaceOne({ _id }, fields);
  if (after.version % 3 === 1) return collection.findOneAndUpdate({ _id }, { $set: fields });
  return collection.updateOne({ _id }, { $set: fields });
}
