import type { Collection, Db } from 'mongodb';
import type { Random } from './random.js';
import { TrackedValue, type Connection, type Tally, type Workload } from './workload.js';

const WRITERS = 2;
const MEMBERS = 25;
const NAME = 'groups';

interface Member {
  _id: string;
  group: number;
  code: string;
  turn: number;
}

/** Writers that insert, update and delete groups of documents with one command. */
export class ManyDocuments implements Workload {
  readonly #registers = Array.from({ length: WRITERS }, () =>
    Array.from({ length: MEMBERS }, () => new TrackedValue<Member>()),
  );

  constructor(readonly tally: Tally) {}

  async prepare(db: Db): Promise<void> {
    await db.collection(NAME).createIndexes([{ key: { code: 1 }, unique: true }, { key: { group: 1, turn: 1 } }]);
  }

  start({ db }: Connection, random: Random): Promise<void>[] {
    return this.#registers.map((registers, group) =>
      this.#write(db.collection<Member>(NAME), group, registers, random),
    );
  }

  async check({ db }: Connection): Promise<void> {
    const stored = await db.collection<Member>(NAME).find().toArray();
    const byId = new Map(stored.map((member) => [member._id, member]));
    this.#registers.forEach((registers, group) => {
      registers.forEach((register, i) => {
        register.settle(nameOf(group, i), byId.get(nameOf(group, i)));
      });
    });
  }

  async #write(
    collection: Collection<Member>,
    group: number,
    registers: readonly TrackedValue<Member>[],
    random: Random,
  ): Promise<void> {
    for (;;) {
      const absent = registers.flatMap((register, i) => (register.value ? [] : [i]));
      const isUpdate = random.below(3) > 0;
      const request = (): Promise<unknown> => {
        if (absent.length > 0) return insertGroup(collection, group, registers, absent);
        return isUpdate ? updateGroup(collection, group, registers) : deleteGroup(collection, group, registers);
      };
      if (!(await this.tally.ask(request))) return;
      for (const register of registers) register.acknowledge();
    }
  }
}

function nameOf(group: number, i: number): string {
  return `${group}/${i}`;
}

function insertGroup(
  collection: Collection<Member>,
  group: number,
  registers: readonly TrackedValue<Member>[],
  absent: readonly number[],
): Promise<unknown> {
  const members = absent.map((i) => ({ _id: nameOf(group, i), group, code: nameOf(group, i), turn: 0 }));
  absent.forEach((i, at) => registers[i]?.expect(members[at]));
  return collection.insertMany(members);
}

function updateGroup(
  collection: Collection<Member>,
  group: number,
  registers: readonly TrackedValue<Member>[],
): Promise<unknown> {
  for (const register of registers) {
    if (register.value) register.expect({ ...register.value, turn: register.value.turn + 1 });
  }
  return collection.updateMany({ group }, { $inc: { turn: 1 } });
}

function deleteGroup(
  collection: Collection<Member>,
  group: number,
  registers: readonly TrackedValue<Member>[],
): Promise<unknown> {
  for (const register of registers) register.expect(undefined);
  return collection.deleteMany({ group, turn: { $gte: 0 } });
}
