import fc from 'fast-check';
import { type Connection, type Model, Schema } from 'mongoose';
import { connect, testDatabaseUri } from '../../testing/test-database';
import { DomainEvents } from '../events/domain-events';
import { LabScope } from '../mongo/lab-scope';
import { Locks } from '../mongo/locks';
import { Migrations } from '../mongo/migrations';
import { newId, type ObjectId } from '../mongo/object-id';
import { ScopedRepository } from '../mongo/scoped-repository';
import { UnitOfWork } from '../mongo/unit-of-work';
import { DemoNetwork } from '../seed/demo-network';
import { Clock } from '../time/clock';
import { LEDGER_LINK_MODEL, type LedgerLinkRow, ledgerLinkSchema } from './ledger-link.document';
import { LedgerLinkRepository } from './ledger-link.repository';
import { type Head, LedgerVerification } from './ledger-verification';
import { type Ledger, type LedgerRow, Ledgers } from './ledgers';

type Entry = LedgerRow & { text: string; amount: number; words: string[]; note?: string };

class Entries extends ScopedRepository<Entry> {
  constructor(model: Model<Entry>) {
    super(model, { laboratory: 'laboratoryId' });
  }
}

const stored = { version: Number, createdAt: Date, updatedAt: Date };
const schema = new Schema<Entry>(
  {
    laboratoryId: Schema.Types.ObjectId,
    text: String,
    amount: Number,
    words: { type: [String], max: 10 },
    note: String,
    ...stored,
  },
  { versionKey: false },
);

describe('a ledger', () => {
  let connection: Connection;
  let entries: Entries;
  let links: Model<LedgerLinkRow>;
  let documents: Model<Entry>;
  let unitOfWork: UnitOfWork;
  let ledgers: Ledgers;
  let ledger: Ledger<Entry>;
  let verification: LedgerVerification;
  let laboratory: ObjectId;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    links = connection.model<LedgerLinkRow>(LEDGER_LINK_MODEL, ledgerLinkSchema);
    documents = connection.model<Entry>('Entry', schema);
    for (const model of Object.values(connection.models)) {
      await model.createCollection();
      await model.createIndexes();
    }
    entries = new Entries(documents);
    unitOfWork = new UnitOfWork(connection, new DomainEvents());
    const repository = new LedgerLinkRepository(links);
    const migrations = new Migrations(connection, new Locks(connection));
    ledgers = new Ledgers(repository, unitOfWork, new Clock(), migrations, new DemoNetwork());
    verification = new LedgerVerification(repository, unitOfWork);
    ledger = ledgers.register<Entry>({
      name: 'money',
      repository: entries,
      nameOf: ({ text }) => text,
      pathOf: ({ _id }) => `/entries/${_id.toHexString()}`,
      protectedOf: ({ words: _words, ...row }) => row,
    });
  });
  beforeEach(() => {
    laboratory = newId();
  });
  afterAll(() => connection.close());

  const entry = (text: string): Entry => {
    const now = new Date();
    return {
      ...{ _id: newId(), laboratoryId: laboratory, text, amount: 1, words: ['a'], version: 1 },
      ...{ createdAt: now, updatedAt: now },
    };
  };
  const add = (...rows: Entry[]) =>
    unitOfWork.run(async () => {
      await entries.insertMany(rows);
      ledger.append(rows);
    });
  const change = (id: ObjectId, fields: Partial<Entry>) =>
    unitOfWork.run(async () => {
      const row = await entries.findById(LabScope.everywhere(), id.toHexString());
      if (!row) throw new Error('There is no such entry');
      const after = await entries.updateAt(LabScope.everywhere(), id.toHexString(), row.version, fields, new Date());
      if (after) ledger.append([after]);
    });
  const chain = () => links.find({ laboratoryId: laboratory }).sort({ _id: 1 }).lean<LedgerLinkRow[]>();
  const head = (): Promise<Head | null> => ledgers.head({ ledger: 'money', laboratoryId: laboratory });
  const verified = async (known: Head | null = null) =>
    verification.run(ledger as unknown as Ledger, laboratory, {
      ...{ head: await head(), known },
      ...{ signal: new AbortController().signal, onProgress: () => undefined },
    });

  it('has one link for every document of a write, and holds', async () => {
    const [one, two] = [entry('one'), entry('two')];
    await add(one, two);
    await change(two._id, { amount: 2 });
    expect((await chain()).map(({ seq, name, version }) => [seq, name, version])).toEqual([
      [1, 'one', 1],
      [2, 'two', 1],
      [3, 'two', 2],
    ]);
    expect(await verified()).toBeNull();
  });

  it('needs one read and one insert for each transaction, however often it writes', async () => {
    const commands: string[] = [];
    const listen = ({ commandName, command }: { commandName: string; command: Record<string, unknown> }) => {
      if (command[commandName] === 'ledger_links') commands.push(commandName);
    };
    connection.getClient().on('commandStarted', listen);
    await unitOfWork.run(async () => {
      await add(entry('one'));
      await add(entry('two'), entry('three'));
    });
    connection.getClient().off('commandStarted', listen);
    expect(commands).toEqual(['find', 'insert']);
    expect(await chain()).toHaveLength(3);
  });

  it('has no link of what was rolled back', async () => {
    const failing = unitOfWork.run(async () => {
      await add(entry('one'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await chain()).toEqual([]);
  });

  it('is one unbroken chain after sixteen writers at once', async () => {
    await Promise.all(Array.from({ length: 16 }, (_, index) => add(entry(`entry ${index}`))));
    expect((await chain()).map(({ seq }) => seq)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    expect(await verified()).toBeNull();
  });

  it('gives no false alarm while documents are written', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => entry(`entry ${index}`));
    await add(...rows);
    const writes = rows.map(({ _id }, index) => change(_id, { amount: index }));
    const outcomes = await Promise.all([verified(), verified(), verified()]);
    await Promise.all(writes);
    expect([...outcomes, await verified()]).toEqual([null, null, null, null]);
  });

  it('is sealed once where documents have no link', async () => {
    await entries.insertMany([entry('one'), entry('two')]);
    await add(entry('three'));
    await ledgers.seal();
    await ledgers.seal();
    expect((await chain()).map(({ name }) => name).toSorted()).toEqual(['one', 'three', 'two']);
    expect(await verified()).toBeNull();
  });

  it('does not protect what follows from other fields', async () => {
    const one = entry('one');
    await add(one);
    await documents.updateOne({ _id: one._id }, { $set: { words: ['b'] } });
    expect(await verified()).toBeNull();
  });

  it('holds after any sequence of writes', async () => {
    const Step = fc.tuple(
      fc.nat(5),
      fc.string(),
      fc.double({ noNaN: true }),
      fc.option(fc.string(), { nil: undefined }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 8 }), async (steps) => {
        laboratory = newId();
        const rows = [entry('first')];
        await add(...rows);
        for (const [choice, text, amount, note] of steps) {
          const row = rows[choice];
          const fields = { text: `${text}.`, amount, ...(note !== undefined && { note }) };
          if (row) await change(row._id, fields);
          else {
            const added = { ...entry('other'), ...fields };
            rows.push(added);
            await add(added);
          }
        }
        expect(await chain()).toHaveLength(steps.length + 1);
        expect(await verified()).toBeNull();
      }),
      { numRuns: 15 },
    );
  });

  describe('that somebody has changed in the database', () => {
    let rows: Entry[];
    let known: Head | null;

    beforeEach(async () => {
      rows = ['one', 'two', 'three'].map(entry);
      await add(...rows);
      known = await head();
    });
    const at = async (index: number) => (await chain())[index] as LedgerLinkRow;
    const idOf = (index: number) => (rows[index] as Entry)._id;

    it('names a document with one changed byte', async () => {
      await documents.updateOne({ _id: idOf(1) }, { $set: { text: 'twp' } });
      expect(await verified()).toMatchObject({
        fault: 'document_changed',
        seq: 2,
        documents: 1,
        document: { _id: idOf(1).toHexString(), name: 'two', path: `/entries/${idOf(1).toHexString()}` },
      });
    });

    it('names the first of several documents, and counts them', async () => {
      await documents.updateMany({ laboratoryId: laboratory }, { $inc: { amount: 1 } });
      expect(await verified()).toMatchObject({ seq: 1, documents: 3 });
    });

    it('names a document that is gone', async () => {
      await documents.deleteOne({ _id: idOf(2) });
      expect(await verified()).toMatchObject({ fault: 'document_missing', seq: 3, document: { name: 'three' } });
    });

    it('names a document that was moved to another laboratory', async () => {
      await documents.updateOne({ _id: idOf(0) }, { $set: { laboratoryId: newId() } });
      expect(await verified()).toMatchObject({ fault: 'document_missing', seq: 1, document: { name: 'one' } });
    });

    it('names a document that was added', async () => {
      await documents.insertMany([entry('four')]);
      expect(await verified()).toMatchObject({ fault: 'document_without_link', seq: null, document: { name: 'four' } });
    });

    it.each(['digest', 'hash', 'name', 'version', 'seq', 'documentId', 'at', 'ledger', 'laboratoryId'])(
      'names a link with a changed %s',
      async (field) => {
        const { _id } = await at(1);
        await links.collection.updateOne({ _id: _id as never }, { $set: { [field]: 'x' } });
        expect(await verified()).toMatchObject({ fault: 'link_changed', seq: 2 });
      },
    );

    it('names a link that is gone', async () => {
      await links.deleteOne({ _id: (await at(1))._id });
      expect(await verified()).toMatchObject({ fault: 'link_missing', seq: 2, document: null });
    });

    it('notices that the last link is gone, also with its document', async () => {
      await links.deleteOne({ _id: (await at(2))._id });
      expect(await verified()).toMatchObject({ fault: 'document_without_link', document: { name: 'three' } });
      await documents.deleteOne({ _id: idOf(2) });
      expect(await verified(known)).toMatchObject({ fault: 'link_missing', seq: 3 });
    });

    it('names the first of two swapped links', async () => {
      const [first, , third] = (await chain()) as [LedgerLinkRow, LedgerLinkRow, LedgerLinkRow];
      await links.deleteMany({ _id: { $in: [first._id, third._id] } });
      await links.insertMany([
        { ...third, _id: first._id, seq: first.seq },
        { ...first, _id: third._id, seq: third.seq },
      ]);
      expect(await verified()).toMatchObject({ fault: 'link_changed', seq: 1 });
    });

    it('notices that the whole chain was written anew', async () => {
      await links.deleteMany({ laboratoryId: laboratory });
      await documents.updateOne({ _id: idOf(1) }, { $set: { amount: 9 } });
      await ledgers.seal();
      expect(await verified()).toBeNull();
      expect(await verified(known)).toMatchObject({ fault: 'chain_rewritten', seq: 3 });
    });

    it('is not misled by a link beside the chain', async () => {
      const link = await at(1);
      await documents.updateOne({ _id: idOf(1) }, { $set: { amount: 9 } });
      const row = await entries.findById(LabScope.everywhere(), idOf(1).toHexString());
      const digest = ledger.digestOf(row as Entry);
      await links.insertMany([{ ...link, _id: `x${link._id}`, seq: 99, digest }]);
      expect(await verified()).toMatchObject({ fault: 'link_changed' });
    });
  });
});
