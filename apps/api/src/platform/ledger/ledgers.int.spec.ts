import fc from 'fast-check';
import { LabScope } from '../domain/lab-scope';
import { newId, type ObjectId } from '../domain/object-id';
import type { LedgerLinkRow } from './ledger-link.document';
import type { Head } from './ledger-verification';
import { ChainedEntries, type Entry } from '../../../test/chained-entries';

describe('a ledger', () => {
  let desk: ChainedEntries;
  beforeAll(async () => {
    desk = await ChainedEntries.open();
  });
  beforeEach(() => {
    desk.laboratory = newId();
  });
  afterAll(() => desk.connection.close());

  const entry = (text: string) => desk.entry(text);
  const add = (...rows: Entry[]) => desk.add(...rows);
  const change = (id: ObjectId, fields: Partial<Entry>) => desk.change(id, fields);
  const chain = () => desk.chain();
  const verified = (known: Head | null = null) => desk.verified(known);

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
    desk.connection.getClient().on('commandStarted', listen);
    await desk.unitOfWork.run(async () => {
      await add(entry('one'));
      await add(entry('two'), entry('three'));
    });
    desk.connection.getClient().off('commandStarted', listen);
    expect(commands).toEqual(['find', 'insert']);
    expect(await chain()).toHaveLength(3);
  });

  it('has no link of what was rolled back', async () => {
    const failing = desk.unitOfWork.run(async () => {
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
    await desk.entries.insertMany([entry('one'), entry('two')]);
    await add(entry('three'));
    await desk.ledgers.seal();
    await desk.ledgers.seal();
    expect((await chain()).map(({ name }) => name).toSorted()).toEqual(['one', 'three', 'two']);
    expect(await verified()).toBeNull();
  });

  it('does not protect what follows from other fields', async () => {
    const one = entry('one');
    await add(one);
    await desk.documents.updateOne({ _id: one._id }, { $set: { words: ['b'] } });
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
        desk.laboratory = newId();
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
      known = await desk.head();
    });
    const at = async (index: number) => (await chain())[index] as LedgerLinkRow;
    const idOf = (index: number) => (rows[index] as Entry)._id;

    it('names a document with one changed byte', async () => {
      await desk.documents.updateOne({ _id: idOf(1) }, { $set: { text: 'twp' } });
      expect(await verified()).toMatchObject({
        fault: 'document_changed',
        seq: 2,
        documents: 1,
        document: { _id: idOf(1).toHexString(), name: 'two', path: `/entries/${idOf(1).toHexString()}` },
      });
    });

    it('names the first of several documents, and counts them', async () => {
      await desk.documents.updateMany({ laboratoryId: desk.laboratory }, { $inc: { amount: 1 } });
      expect(await verified()).toMatchObject({ seq: 1, documents: 3 });
    });

    it('names a document that is gone', async () => {
      await desk.documents.deleteOne({ _id: idOf(2) });
      expect(await verified()).toMatchObject({ fault: 'document_missing', seq: 3, document: { name: 'three' } });
    });

    it('finds a document in the place of one that is gone', async () => {
      await desk.documents.deleteOne({ _id: idOf(2) });
      await desk.entries.insertMany([entry('four')]);
      expect(await verified()).toMatchObject({ fault: 'document_missing', seq: 3, documents: 2 });
    });

    it('reads the other documents once, also where one has changed', async () => {
      await desk.documents.updateOne({ _id: idOf(1) }, { $set: { text: 'twp' } });
      const returned: string[] = [];
      const listen = ({ commandName, reply }: { commandName: string; reply: unknown }) => {
        const { cursor } = reply as { cursor?: { ns: string; firstBatch: { text: string }[] } };
        if (commandName !== 'find' || !cursor?.ns.endsWith('.entries')) return;
        returned.push(...cursor.firstBatch.map(({ text }) => text));
      };
      desk.connection.getClient().on('commandSucceeded', listen);
      await verified();
      desk.connection.getClient().off('commandSucceeded', listen);
      // Once more to judge it together with its link.
      expect(returned.toSorted()).toEqual(['one', 'three', 'twp', 'twp']);
    });

    it('names a document that was moved to another laboratory', async () => {
      await desk.documents.updateOne({ _id: idOf(0) }, { $set: { laboratoryId: newId() } });
      expect(await verified()).toMatchObject({ fault: 'document_missing', seq: 1, document: { name: 'one' } });
    });

    it('names a document that was added', async () => {
      await desk.documents.insertMany([entry('four')]);
      expect(await verified()).toMatchObject({ fault: 'document_without_link', seq: null, document: { name: 'four' } });
    });

    it.each(['digest', 'hash', 'name', 'version', 'seq', 'documentId', 'at', 'ledger', 'laboratoryId'])(
      'names a link with a changed %s',
      async (field) => {
        const { _id } = await at(1);
        await desk.links.collection.updateOne({ _id: _id as never }, { $set: { [field]: 'x' } });
        expect(await verified()).toMatchObject({ fault: 'link_changed', seq: 2 });
      },
    );

    it('names a link that is gone', async () => {
      await desk.links.deleteOne({ _id: (await at(1))._id });
      expect(await verified()).toMatchObject({ fault: 'link_missing', seq: 2, document: null });
    });

    it('notices that the last link is gone, also with its document', async () => {
      await desk.links.deleteOne({ _id: (await at(2))._id });
      expect(await verified()).toMatchObject({ fault: 'document_without_link', document: { name: 'three' } });
      await desk.documents.deleteOne({ _id: idOf(2) });
      expect(await verified(known)).toMatchObject({ fault: 'link_missing', seq: 3 });
    });

    it('names the first of two swapped links', async () => {
      const [first, , third] = (await chain()) as [LedgerLinkRow, LedgerLinkRow, LedgerLinkRow];
      await desk.links.deleteMany({ _id: { $in: [first._id, third._id] } });
      await desk.links.insertMany([
        { ...third, _id: first._id, seq: first.seq },
        { ...first, _id: third._id, seq: third.seq },
      ]);
      expect(await verified()).toMatchObject({ fault: 'link_changed', seq: 1 });
    });

    it('notices that the whole chain was written anew', async () => {
      await desk.links.deleteMany({ laboratoryId: desk.laboratory });
      await desk.documents.updateOne({ _id: idOf(1) }, { $set: { amount: 9 } });
      await desk.ledgers.seal();
      expect(await verified()).toBeNull();
      expect(await verified(known)).toMatchObject({ fault: 'chain_rewritten', seq: 3 });
    });

    it('is not misled by a link beside the chain', async () => {
      const link = await at(1);
      await desk.documents.updateOne({ _id: idOf(1) }, { $set: { amount: 9 } });
      const row = await desk.entries.findById(LabScope.everywhere(), idOf(1).toHexString());
      const digest = desk.ledger.digestOf(row as Entry, 'ids');
      await desk.links.insertMany([{ ...link, _id: `x${link._id}`, seq: 99, digest }]);
      expect(await verified()).toMatchObject({ fault: 'link_changed' });
    });
  });
});
