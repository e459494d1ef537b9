import { createHash } from 'node:crypto';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import { type LedgerLinkRow, linkIdOf } from '../src/platform/ledger/ledger-link.document';
import { type Ledger, type LedgerRow, Ledgers } from '../src/platform/ledger/ledgers';
import { canonicalBson } from '../src/platform/mongo/canonical-bson';
import { Migrations } from '../src/platform/mongo/migrations';
import type { ObjectId } from '../src/platform/domain/object-id';
import { startDemoNetwork } from './demo-network';
import { chainOf } from './ledger';
import { TestApp } from './test-app';

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

type Fields = Record<string, unknown>;

/** Fields that follow from others and were never protected. */
const derived = {
  money: ['partyKey', 'referenceKey', 'flagSet', 'searchWords', 'nextApprover', 'excludedApprovers', 'flaggedAt'],
  stock: [],
  attendance: [],
  months: [],
};

/** What a link of the earlier version called a document. */
const earlierNames = {
  money: (row: Fields) => String(row['transactionNo']),
  stock: (row: Fields) => `movement ${String(row['seq'])}`,
  attendance: (row: Fields) => `${String(row['userName'])}, ${String(row['workDate'])}`,
  months: (row: Fields) => `${String(row['month'])}, closing ${String(row['number'])}`,
};

// Only for seeding that hangs: a busy machine takes its time.
jest.setTimeout(240_000);

describe('names of people in ledgers', () => {
  let app: TestApp;
  let connection: Connection;
  let ledgers: Ledger[];
  let laboratories: ObjectId[];
  let names: Set<string>;

  beforeAll(async () => {
    app = await startDemoNetwork();
    connection = app.services.get<Connection>(getConnectionToken());
    // No month of the demo network is closed; `close-month.http.spec.ts` covers them.
    ledgers = app.services.get(Ledgers).all.filter(({ name }) => name !== 'months');
    laboratories = (await connection.collection('laboratories').find().toArray()).map(({ _id }) => _id);
    names = new Set((await connection.collection('users').distinct('name')) as string[]);
  });
  afterAll(() => app.close());

  const collectionOf = ({ source }: Ledger) => connection.collection(source.repository.collectionName);
  const links = () => connection.collection<LedgerLinkRow>('ledger_links');
  const rowsOf = async (ledger: Ledger) => {
    const rows: LedgerRow[] = [];
    for (const _id of laboratories) for await (const row of ledger.documents(_id)) rows.push(row);
    return rows;
  };
  const verified = async () => {
    const found: Fields = {};
    for (const { name } of ledgers) {
      for (const _id of laboratories) {
        const broken = await chainOf(app, name, _id).verified();
        if (broken) found[name] = broken;
      }
    }
    return found;
  };
  const namesIn = (content: unknown) => {
    const text = JSON.stringify(content);
    return [...names].filter((name) => text.includes(JSON.stringify(name).slice(1, -1)));
  };

  /** Replaces the names of people in stored documents, wherever they are. */
  async function rename(newName: string): Promise<number> {
    let renamed = 0;
    const replaced = (value: unknown): unknown => {
      if (typeof value === 'string' && names.has(value)) {
        renamed += 1;
        return newName;
      }
      if (Array.isArray(value)) return value.map(replaced);
      if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
        return value;
      return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, replaced(part)]));
    };
    for (const ledger of ledgers) {
      const writes = (await rowsOf(ledger)).map((row): mongo.AnyBulkWriteOperation => ({
        replaceOne: { filter: { _id: row._id }, replacement: replaced({ ...row }) as mongo.Document },
      }));
      await collectionOf(ledger).bulkWrite(writes);
    }
    names.add(newName);
    return renamed;
  }

  /** The documents and links as the version before the changeover wrote them. */
  async function asBefore(): Promise<void> {
    await links().deleteMany({});
    const added = { employeeCode: '', decidedById: '', 'decision.byId': '' };
    await connection.collection('attendance').updateMany({}, { $unset: added });
    for (const ledger of ledgers) {
      const heads = new Map<string, { seq: number; hash: string }>();
      const written = (await rowsOf(ledger)).map((row) => {
        const { _id: documentId, laboratoryId, version, updatedAt: at } = row;
        const head = heads.get(laboratoryId.toHexString()) ?? { seq: 0, hash: '' };
        const content = Object.entries(row).filter(([field]) => !derived[ledger.name].includes(field as never));
        const digest = sha256(canonicalBson(Object.fromEntries(content)));
        const link = { ledger: ledger.name, laboratoryId, seq: head.seq + 1, documentId, version, at, digest };
        const name = earlierNames[ledger.name](row);
        const fields = [head.hash, ledger.name, laboratoryId, link.seq, documentId, version, Number(at), digest, name];
        const hash = sha256(fields.map(String).join('\n'));
        heads.set(laboratoryId.toHexString(), { seq: link.seq, hash });
        return { _id: linkIdOf(link), ...link, name, hash };
      });
      await links().insertMany(written);
    }
  }

  const isWithoutNames = async () => {
    for (const ledger of ledgers) {
      const rows = await rowsOf(ledger);
      expect([ledger.name, rows.length > 20]).toEqual([ledger.name, true]);
      expect([ledger.name, namesIn(rows).length > 0]).toEqual([ledger.name, true]);
      expect([ledger.name, namesIn(rows.map((row) => ledger.source.protectedOf(row)))]).toEqual([ledger.name, []]);
    }
    expect(namesIn(await links().find().toArray())).toEqual([]);
  };

  it('are in no link and in no digest of one', async () => {
    await isWithoutNames();
    expect(await verified()).toEqual({});
  });

  it('can be changed in every document', async () => {
    expect(await rename('Corrected Name')).toBeGreaterThan(1_000);
    expect(await verified()).toEqual({});
  });

  it('leave the chains of a database of an earlier version, after which they can be changed too', async () => {
    await asBefore();
    expect(namesIn(await links().find().toArray())).not.toEqual([]);
    expect(await verified()).toEqual({});
    const executed = connection.collection<{ _id: string }>('migrations');
    await executed.deleteMany({
      _id: { $in: ['2026-11-22-attendance-people-by-id', '2026-11-24-ledgers-without-names'] },
    });
    await app.services.get(Migrations).run();
    expect(await links().countDocuments({ form: 'changeover' })).toBeGreaterThan(ledgers.length);
    await isWithoutNames();
    expect(await verified()).toEqual({});
    await rename('Former Employee');
    expect(await verified()).toEqual({});
  });

  it('do not hide other changes', async () => {
    const changes = {
      money: { amountPaise: 1 },
      stock: { quantity: 1_000_000 },
      attendance: { decidedById: laboratories[0] },
      months: {},
    };
    for (const ledger of ledgers) {
      const [row] = (await rowsOf(ledger)).slice(-1) as [LedgerRow];
      await collectionOf(ledger).updateOne({ _id: row._id }, { $set: changes[ledger.name] });
    }
    const found = { fault: 'document_changed', documents: 1 };
    expect(await verified()).toMatchObject({ money: found, stock: found, attendance: found });
  });
});
