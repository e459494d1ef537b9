import type { Collection, Db } from 'mongodb';
import type { Random } from './random.js';
import { Violation, TrackedValue, type Connection, type Tally, type Workload } from './workload.js';

const WRITERS = 8;
const KEYS = 20;
const CODES = 40;
/** A writer that lacks more of its documents than this inserts them with one command. */
const MOST_ABSENT = 5;
const NAME = 'items';

interface Item {
  _id: string;
  writer: number;
  code: string;
  version: number;
  turn: number;
  tags: number[];
  text: string;
}

/**
 * Writers that insert, update, replace and delete their documents, singly or all with one command; unique codes move
 * from one document to another.
 */
export class Documents implements Workload {
  readonly #registers = Array.from({ length: WRITERS }, () =>
    Array.from({ length: KEYS }, () => new TrackedValue<Item>()),
  );
  #version = 0;

  constructor(readonly tally: Tally) {}

  async prepare(db: Db): Promise<void> {
    await db
      .collection(NAME)
      .createIndexes([
        { key: { code: 1 }, unique: true },
        { key: { tags: 1 } },
        { key: { version: -1, _id: 1 } },
        { key: { writer: 1, turn: 1 } },
      ]);
  }

  start({ db }: Connection, random: Random): Promise<void>[] {
    return this.#registers.map(async (registers, writer) => {
      const collection = db.collection<Item>(NAME);
      const change = () =>
        random.below(5) === 0
          ? this.#changeAll(collection, writer, random)
          : this.#changeOne(collection, writer, random);
      while (await this.tally.ask(change)) for (const register of registers) register.acknowledge();
    });
  }

  async check({ db }: Connection): Promise<void> {
    const items = await db.collection<Item>(NAME).find().toArray();
    const stored = new Map(items.map((item) => [item._id, item]));
    this.#registers.forEach((registers, writer) => {
      registers.forEach((register, key) => {
        const name = nameOf(writer, key);
        register.settle(name, stored.get(name));
        stored.delete(name);
      });
    });
    if (stored.size > 0) throw new Violation(`Nobody wrote ${[...stored.keys()].join()}`);
  }

  #changeOne(collection: Collection<Item>, writer: number, random: Random): Promise<unknown> {
    const registers = this.#registers[writer] ?? [];
    const key = random.below(KEYS);
    const register = registers[key];
    const _id = nameOf(writer, key);
    const before = register?.value;
    if (before && random.below(4) === 0) {
      register.expect(undefined);
      return collection.deleteOne({ _id });
    }
    const taken = registers.map(({ value }) => value?.code);
    let code: string;
    do code = `${writer}:${random.below(CODES)}`;
    while (taken.includes(code));
    const after = this.#item(writer, key, code, random);
    register?.expect(after);
    if (!before) return collection.insertOne(after);
    const { _id: _, ...fields } = after;
    if (after.version % 3 === 0) return collection.replaceOne({ _id }, fields);
    if (after.version % 3 === 1) return collection.findOneAndUpdate({ _id }, { $set: fields });
    return collection.updateOne({ _id }, { $set: fields });
  }

  #changeAll(collection: Collection<Item>, writer: number, random: Random): Promise<unknown> {
    const registers = [...(this.#registers[writer] ?? []).entries()];
    const absent = registers.filter(([, { value }]) => !value);
    if (absent.length > MOST_ABSENT) {
      // These codes are nobody else's.
      const items = absent.map(([key]) => this.#item(writer, key, `${writer}:all:${key}`, random));
      absent.forEach(([, register], i) => register.expect(items[i]));
      return collection.insertMany(items);
    }
    const isUpdate = random.below(3) > 0;
    for (const [, register] of registers) {
      const { value } = register;
      register.expect(isUpdate && value ? { ...value, turn: value.turn + 1 } : undefined);
    }
    return isUpdate
      ? collection.updateMany({ writer }, { $inc: { turn: 1 } })
      : collection.deleteMany({ writer, turn: { $gte: 0 } });
  }

  #item(writer: number, key: number, code: string, random: Random): Item {
    this.#version += 1;
    const version = this.#version;
    // Some are longer than a page of the store.
    const text = 'x'.repeat(random.below(10) === 0 ? 6000 : random.below(300));
    const tags = [version % 5, 5 + (version % 7)];
    return { _id: nameOf(writer, key), writer, code, version, turn: 0, tags, text };
  }
}

function nameOf(writer: number, key: number): string {
  return `${writer}/${key}`;
}
