import { createInventoryItemBody, createTransactionBody } from '@shifa/contract/testing';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import { dropUndeclaredIndexes } from '../src/platform/mongo/migrations';
import { addDays } from '../src/platform/time/business-day';
import { AttendanceDesk } from './attendance/attendance-desk';
import { effort } from './effort';
import { pageCostOf, startedBy } from './explain';
import { itemOf } from './inventory/inventory-desk';
import { TestApp } from './test-app';

/** With that of `_id`. Every write pays for each index; see architecture.md. */
const LIMITS: Record<string, number> = { transactions: 12, users: 9, inventory_items: 9 };
const OTHERWISE = 8;

/** Some of the indexes that version 1.0 created. */
const formerIndexes: [collection: string, key: Record<string, 1>][] = [
  ['transactions', { laboratoryId: 1, category: 1, date: 1, _id: 1, type: 1 }],
  ['transactions', { status: 1, searchWords: 1 }],
  ['users', { laboratoryId: 1, joiningDate: 1, _id: 1 }],
  ['inventory_items', { laboratoryId: 1, nextExpiry: 1 }],
  ['inventory_items', { 'batches._id': 1 }],
  ['laboratories', { type: 1, sortName: 1, _id: 1 }],
  ['attendance', { workDate: 1, _id: 1 }],
];

describe('the indexes', () => {
  let app: TestApp;
  let connection: Connection;

  beforeAll(async () => {
    app = await TestApp.start();
    connection = app.services.get<Connection>(getConnectionToken());
  });
  afterAll(() => app.close());

  async function indexesByCollection(): Promise<Map<string, string[]>> {
    const collections = await connection.listCollections();
    const found = new Map<string, string[]>();
    for (const { name } of collections) {
      const indexes = await connection.collection(name).indexes();
      found.set(
        name,
        indexes.map((index) => index.name ?? ''),
      );
    }
    return found;
  }

  it('of every collection are few', async () => {
    const indexes = await indexesByCollection();
    expect(indexes.size).toBeGreaterThan(20);
    const tooMany = [...indexes].filter(([name, names]) => names.length > (LIMITS[name] ?? OTHERWISE));
    expect(tooMany).toEqual([]);
  });

  it('of earlier versions are dropped, and no others, also when that is repeated', async () => {
    const expected = await indexesByCollection();
    for (const [collection, key] of formerIndexes) await connection.collection(collection).createIndex(key, {}, {});
    expect(await indexesByCollection()).not.toEqual(expected);
    for (let run = 0; run < 2; run += 1) {
      await dropUndeclaredIndexes.up(connection, new AbortController().signal);
      expect(await indexesByCollection()).toEqual(expected);
    }
  });
});

describe('the last of many pages', () => {
  const LIMIT = 20;
  const PAGES = effort(1_000, 100);
  const day = '2026-11-20';
  let desk: AttendanceDesk;
  let connection: Connection;

  beforeAll(async () => {
    desk = await AttendanceDesk.open(`${day} 09:00`);
    const { app, admin, laboratory } = desk;
    connection = app.services.get<Connection>(getConnectionToken());
    const { id: laboratoryId } = laboratory;
    await desk.worked(await desk.staff(), `${day} 10:30`, `${day} 18:00`);
    await app
      .as(admin)
      .post('/api/transactions')
      .send(createTransactionBody({ laboratoryId, date: day }))
      .expect(201);
    const body = createInventoryItemBody({ laboratoryId, trackExpiry: false });
    const { _id } = itemOf(await app.as(admin).post('/api/inventory').send(body).expect(201));
    const received = { type: 'in', quantity: 1, batchNumber: 'A' };
    await app.as(admin).put(`/api/inventory/${_id}/stock`).send(received).expect(200);
    const at = (index: number) => new Date(Date.parse(day) - index * 60_000);
    const daysAgo = (index: number) => addDays(day, -index);
    await copy('transactions', (index) => ({ transactionNo: `COPY-${index}`, date: daysAgo(index % 700) }));
    await copy('inventory_items', (index) => ({ itemCode: `COPY-${index}`, sortName: `copy ${index}` }));
    await copy('stock_movements', (index) => ({ seq: 1 + index, at: at(index) }));
    await copy('attendance', (index) => ({ workDate: daysAgo(index) }));
    await copy('audit', (index) => ({ at: at(index) }));
  });
  afterAll(() => desk.close());

  /** Adds many documents that are like the only one of the laboratory but for some fields. */
  async function copy(collection: string, changes: (index: number) => object): Promise<void> {
    const documents = connection.collection(collection);
    const original = await documents.findOne({ laboratoryId: desk.laboratory._id });
    const indexes = Array.from({ length: PAGES * LIMIT }, (_, index) => index + 1);
    const portions = Array.from({ length: PAGES / 100 }, (_, portion) =>
      indexes.slice(portion * 2_000, (portion + 1) * 2_000),
    );
    for (const portion of portions) {
      await documents.insertMany(
        portion.map((index) => ({ ...original, ...changes(index), _id: new Types.ObjectId() })),
      );
    }
  }

  it.each([
    '/transactions?',
    '/transactions?sort=amountPaise&',
    '/transactions?status=pending&',
    '/inventory?',
    '/inventory?status=active&',
    '/inventory/movements?',
    '/inventory/movements?type=in&',
    '/attendance?',
    '/attendance?sort=workDate&',
    '/attendance?late=true&',
    '/attendance?approvalStatus=not_required&',
    '/audit?',
  ])('of %s skips index keys, and examines no document that it does not show', async (list) => {
    // The audit log has a fixed length.
    const page = list === '/audit?' ? Math.min(PAGES, 500) : PAGES;
    for (const person of [desk.admin, desk.head]) {
      const read = () => desk.app.as(person).get(`/api${list}limit=${LIMIT}&page=${page}`).expect(200);
      const { returned, examined, keys } = await pageCostOf(connection, read);
      expect({ returned, examined, keys }).toEqual({ returned: LIMIT, examined: LIMIT, keys: page * LIMIT });
    }
  });

  it('of the audit log is read only as far as the log goes', async () => {
    const sent = await startedBy(connection, async () => {
      const answer = await desk.app.as(desk.head).get('/api/audit?limit=100&page=101').expect(200);
      expect((answer.body as { data: unknown[] }).data).toEqual([]);
    });
    expect(sent.filter(({ command }) => command['find'] === 'audit')).toEqual([]);
  });
});
