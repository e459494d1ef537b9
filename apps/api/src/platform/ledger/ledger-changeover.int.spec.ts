import { createHash } from 'node:crypto';
import { canonicalBson } from '../mongo/canonical-bson';
import { newId } from '../domain/object-id';
import { restatedHashOf } from './canonical';
import { type LedgerLinkRow, linkIdOf } from './ledger-link.document';
import type { LedgerLinkRepository } from './ledger-link.repository';
import type { Head } from './ledger-verification';
import { ChainedEntries, type Entry } from '../../../test/chained-entries';

const PERSON = 'Asha Rao';
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const running = () => new AbortController().signal;

describe('a chain of earlier versions', () => {
  let desk: ChainedEntries;
  let rows: Entry[];
  let known: Head;

  beforeAll(async () => {
    desk = await ChainedEntries.open();
  });
  beforeEach(async () => {
    await before('one', 'two', 'three', 'four', 'five');
  });
  afterAll(() => desk.connection.close());

  /** A laboratory with entries and links as earlier versions wrote them; the last entry has two versions. */
  async function before(...texts: string[]): Promise<void> {
    await desk.links.deleteMany({});
    desk.laboratory = newId();
    const written = texts.map((text) => desk.entry(text, { by: PERSON }));
    const [last] = written.slice(-1) as [Entry];
    rows = [...written.slice(0, -1), { ...last, amount: 2, version: 2 }];
    await desk.entries.insertMany(rows);
    let hash = '';
    const links = [...written, rows.at(-1) as Entry].map((row, index) => {
      const { words: _words, ...fields } = row;
      const [seq, at, digest] = [index + 1, new Date(0), sha256(canonicalBson(fields))];
      const name = `${PERSON}: ${row.text}`;
      const laboratoryId = desk.laboratory;
      hash = sha256(
        [hash, 'money', laboratoryId, seq, row._id, row.version, Number(at), digest, name].map(String).join('\n'),
      );
      const link = { ledger: 'money' as const, laboratoryId, seq, documentId: row._id, version: row.version };
      return { _id: linkIdOf(link), ...link, at, digest, name, hash };
    });
    known = links.at(-1) as LedgerLinkRow;
    await desk.links.insertMany(links);
  }

  const changeOver = (links?: LedgerLinkRepository) => desk.changeover(links).run(running(), 2);
  const tamper = (index: number, fields: object) =>
    desk.documents.updateOne({ _id: (rows[index] as Entry)._id }, { $set: fields });
  const tamperLink = (seq: number, fields: object) =>
    desk.links.collection.updateOne({ laboratoryId: desk.laboratory, seq }, { $set: fields });
  const linkAt = async (seq: number) => (await desk.chain())[seq - 1] as LedgerLinkRow;

  /** The process ends at a call of a changeover, also in the middle of a bulk write. */
  function endingAt(call: number): LedgerLinkRepository {
    let calls = 0;
    const { repository } = desk;
    return new Proxy(repository, {
      get: (target, name: keyof LedgerLinkRepository) => {
        const method = Reflect.get(target, name).bind(target) as (...args: unknown[]) => unknown;
        return (...args: unknown[]): unknown => {
          calls += 1;
          if (calls < call) return method(...args);
          if (name !== 'restate') throw new Error('ended');
          const [changes] = args as Parameters<LedgerLinkRepository['restate']>;
          return repository.restate(changes.slice(0, 2)).then(() => Promise.reject(new Error('ended')));
        };
      },
    });
  }

  /** @returns whether it ended before it was complete. */
  const endedAt = (call: number) =>
    changeOver(endingAt(call)).then(
      () => false,
      (error: unknown) => {
        if ((error as Error).message !== 'ended') throw error;
        return true;
      },
    );

  it('holds', async () => {
    expect(await desk.verified(known)).toBeNull();
  });

  it('continues without the names of people, once', async () => {
    await changeOver();
    const chain = await desk.chain();
    expect(chain.map(({ form = null, name, version }) => [form, name, version])).toEqual([
      ...['one', 'two', 'three', 'four', 'five'].map((name) => [null, name, 1]),
      [null, 'five', 2],
      ['changeover', 'all links before it', 1],
      ...['one', 'two', 'three', 'four'].map((name) => ['ids', name, 1]),
      ['ids', 'five', 2],
    ]);
    expect(chain[5]?.hash).toBe(known.hash);
    expect(JSON.stringify(chain)).not.toContain(PERSON);
    expect(await desk.verified(known)).toBeNull();
    await changeOver();
    expect(await desk.chain()).toEqual(chain);
  });

  it('holds after a person was renamed in every document, and after further writes', async () => {
    await changeOver();
    await desk.documents.updateMany({ laboratoryId: desk.laboratory }, { $set: { by: 'Former employee' } });
    expect(await desk.verified(known)).toBeNull();
    await desk.add(desk.entry('six', { by: PERSON }));
    await desk.change((rows[1] as Entry)._id, { amount: 7 });
    expect(await desk.verified(known)).toBeNull();
  });

  it('gives a document the seal that it had', async () => {
    const row = rows[4] as Entry;
    await changeOver();
    expect(await desk.ledgers.readSeal('money', row)).toMatchObject({ seq: 6, hash: known.hash });
  });

  it('can be continued wherever the process has ended, and holds meanwhile', async () => {
    let call = 1;
    for (; ; call += 1) {
      await before('one', 'two', 'three');
      const ended = await endedAt(call);
      expect([call, await desk.verified(known)]).toEqual([call, null]);
      await changeOver();
      const chain = await desk.chain();
      expect([call, chain.length, await desk.verified(known)]).toEqual([call, 8, null]);
      expect(JSON.stringify(chain)).not.toContain(PERSON);
      if (!ended) break;
    }
    expect(call).toBeGreaterThan(10);
  });

  it.each([
    [
      'a document',
      () => tamper(1, { amount: 9 }),
      { fault: 'document_changed', documents: 1, document: { name: 'two' } },
    ],
    ['a link', () => tamperLink(2, { digest: 'x' }), { fault: 'link_changed', seq: 2 }],
  ])('shows at every step that %s was changed, and afterwards', async (_, change, finding) => {
    for (let call = 1; ; call += 1) {
      await before('one', 'two', 'three');
      const ended = await endedAt(call);
      await change();
      expect(await desk.verified(known)).toMatchObject({ fault: finding.fault });
      await changeOver();
      expect(await desk.verified(known)).toMatchObject(finding);
      if (!ended) return;
    }
  });

  it.each([
    ['changed', () => tamperLink(3, { name: 'x' }), { fault: 'link_changed', seq: 3 }],
    [
      'removed',
      () => desk.links.deleteOne({ laboratoryId: desk.laboratory, seq: 3 }),
      { fault: 'link_missing', seq: 3 },
    ],
    ['removed at its start', () => desk.links.deleteOne({ laboratoryId: desk.laboratory, seq: 1 }), { seq: 1 }],
    ['marked as restated', () => tamperLink(3, { digest: 'x', restated: 'x' }), { fault: 'link_changed', seq: 3 }],
  ])('stays as it is if a link was %s before', async (_, change, finding) => {
    await change();
    const chain = await desk.chain();
    await changeOver();
    expect(await desk.chain()).toEqual(chain);
    expect(await desk.verified()).toMatchObject(finding);
  });

  it('does not link a document again that was changed or removed before', async () => {
    await tamper(1, { by: 'Somebody else' });
    await desk.documents.deleteOne({ _id: (rows[2] as Entry)._id });
    await changeOver();
    expect((await desk.chain()).map(({ name }) => name).slice(7)).toEqual(['one', 'four', 'five']);
    expect(await desk.verified(known)).toMatchObject({ fault: 'document_changed', seq: 2, documents: 2 });
  });

  it.each(['digest', 'hash', 'name', 'version', 'seq', 'documentId', 'at', 'restated', 'form'])(
    'shows that %s of a link from before was changed afterwards',
    async (field) => {
      await changeOver();
      await tamperLink(2, { [field]: 'x' });
      expect(await desk.verified()).toMatchObject({ fault: 'link_changed', seq: 2 });
    },
  );

  it('shows that links from before and their restated hashes were written anew', async () => {
    await changeOver();
    await tamperLink(2, { digest: 'x' });
    let restated = '';
    for (const link of (await desk.chain()).slice(0, 6)) {
      restated = restatedHashOf(restated, link);
      await tamperLink(link.seq, { restated });
    }
    expect(await desk.verified()).toMatchObject({ fault: 'link_changed', seq: 7 });
  });

  it('shows that the changeover is gone', async () => {
    await changeOver();
    await desk.links.deleteMany({ laboratoryId: desk.laboratory, seq: { $gte: 7 } });
    expect(await desk.verified()).toMatchObject({ fault: 'link_changed', seq: 1 });
  });

  it('cannot be changed over twice to hide a change of a later link', async () => {
    await changeOver();
    const { hash } = await linkAt(12);
    await tamperLink(12, { digest: 'x', restated: 'x' });
    await desk.unitOfWork.run(() => {
      desk.ledger.changeOver(desk.laboratory, hash);
      return Promise.resolve();
    });
    expect(await desk.verified()).toMatchObject({ fault: 'link_changed', seq: 12 });
    const { digest } = await linkAt(11);
    await tamperLink(12, { digest });
    expect(await desk.verified()).not.toBeNull();
  });

  it('ends also if links have odd ids, and says what does not hold', async () => {
    expect(await endedAt(12)).toBe(true);
    await tamperLink(8, { documentId: 'x' });
    await changeOver();
    expect(await desk.verified()).toMatchObject({ fault: 'link_changed', seq: 8 });
  });

  it('is left alone if it has begun without names', async () => {
    desk.laboratory = newId();
    await desk.add(desk.entry('one'), desk.entry('two'));
    const chain = await desk.chain();
    await changeOver();
    expect(await desk.chain()).toEqual(chain);
    expect(await desk.verified()).toBeNull();
  });

  it('is changed over in batches', async () => {
    await before(...Array.from({ length: 2_100 }, (_, index) => `entry ${index}`));
    await desk.changeover().run(running());
    const chain = await desk.chain();
    expect([chain.length, await desk.verified(known)]).toEqual([2_101 + 1 + 2_100, null]);
    expect(JSON.stringify(chain)).not.toContain(PERSON);
  });
});
