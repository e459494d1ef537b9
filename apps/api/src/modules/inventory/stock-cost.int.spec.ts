import { InventoryListQuery, MovementListQuery } from '@shifa/contract';
import { type Connection, Types } from 'mongoose';
import { costOf } from '../../../test/explain';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { manyItems } from '../../../bench/inventory/many-items';
import { LabScope } from '../../platform/domain/lab-scope';
import { addDays, businessDay } from '../../platform/time/business-day';
import { ITEM_MODEL, type ItemRow, itemSchema } from './stock/item.document';
import { ItemRepository } from './stock/item.repository';
import { MOVEMENT_MODEL, MovementRepository, type MovementRow, movementSchema } from './stock/movement.repository';

const today = businessDay(new Date(), 'Asia/Kolkata');
const laboratories = [new Types.ObjectId(), new Types.ObjectId()];
const [laboratoryId = ''] = laboratories.map(String);
const LIMIT = 20;
const PER_ITEM = 30;

/** Measures the queries of the stock screens with the exact commands that the repositories send. */
describe('stock is read by index', () => {
  let connection: Connection;
  let items: ItemRepository;
  let movements: MovementRepository;
  let itemId: string;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    const [itemModel, movementModel] = [
      connection.model<ItemRow>(ITEM_MODEL, itemSchema),
      connection.model<MovementRow>(MOVEMENT_MODEL, movementSchema),
    ];
    for (const model of [itemModel, movementModel]) {
      await model.createCollection();
      await model.createIndexes();
    }
    [items, movements] = [new ItemRepository(itemModel), new MovementRepository(movementModel)];
    for (const portion of manyItems({ items: 300, movements: 300 * PER_ITEM }, laboratories, 300)) {
      await itemModel.insertMany(portion.items, { lean: true });
      await movementModel.insertMany(portion.movements, { lean: true });
      itemId = String(portion.items[0]?._id);
    }
  });
  afterAll(() => connection.close());

  const scopes = [
    ['all laboratories', LabScope.everywhere()],
    ['one laboratory', LabScope.ofLaboratory(laboratoryId)],
  ] as const;
  const days = laboratories.map((_id) => ({ _id, today }));

  it.each(scopes)('the list of %s examines no document that it does not return', async (_, scope) => {
    const query = InventoryListQuery.parse({ limit: LIMIT, status: ['active'] });
    const { stages, returned, examined } = await costOf(connection, () => items.list(scope, query, days, 0));
    expect(stages).not.toContain('COLLSCAN');
    expect([returned, examined]).toEqual([LIMIT, LIMIT]);
  });

  it.each(scopes)('low stock of %s comes from the index in its order', async (_, scope) => {
    const { stages, returned, examined } = await costOf(connection, () =>
      items.lowStock(scope, { page: 1, limit: LIMIT }, 0),
    );
    expect(stages).not.toContain('SORT');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBe(returned);
  });

  it.each(scopes)('deep pages of %s skip within the index', async (_, scope) => {
    const query = { page: 3, limit: 2 };
    for (const [name, read] of Object.entries({
      low: () => items.lowStock(scope, query, 0),
      items: () => items.list(scope, InventoryListQuery.parse(query), days, 0),
      ledger: () => movements.list(scope, MovementListQuery.parse({ ...query, page: 300 }), 0),
      'of an item': () => movements.list(scope, MovementListQuery.parse({ ...query, itemId }), PER_ITEM),
    })) {
      const { returned, examined } = await costOf(connection, read);
      expect([name, returned, examined]).toEqual([name, 2, 2]);
    }
  });

  it.each(scopes)('expiring stock of %s examines only what expires', async (_, scope) => {
    const days = [100, 101, 102].map((ahead) => addDays(today, ahead));
    const { stages, returned, examined } = await costOf(connection, () => items.withBatchesOn(scope, days));
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBe(returned);
  });

  it.each(scopes)('names of expiring stock of %s examine only what expires', async (_, scope) => {
    const range = { from: today, through: addDays(today, 60) };
    const { $gte, $lte } = { $gte: range.from, $lte: range.through };
    const { returned, examined } = await costOf(connection, () => items.namesExpiring(scope, range, LIMIT));
    expect(returned).toBe(LIMIT);
    expect(examined).toBeLessThanOrEqual(await items.count(scope, { nextExpiry: { $gte, $lte } }));
  });

  it.each(scopes)('suggestions of %s examine only items that may have to be ordered', async (_, scope) => {
    const { stages, returned, examined } = await costOf(connection, () => items.short(scope, {}));
    expect(stages).not.toContain('COLLSCAN');
    expect(examined).toBe(returned);
    expect(returned).toBe(await items.count(scope, { isShort: true }));
    expect(returned).toBeLessThan(await items.count(scope, {}));
  });

  it.each(scopes)('a batch is found by its id in %s', async (_, scope) => {
    const [item] = await items.short(scope, {});
    const found = await items.findById(scope, String(item?._id));
    const batchId = String(found?.batches[1]?._id);
    const { examined, keys } = await costOf(connection, () => items.findByBatch(scope, batchId));
    expect([examined, keys]).toEqual([1, 1]);
  });

  it.each(scopes)('the ledger of %s examines only the movements of the page', async (_, scope) => {
    for (const filter of [{}, { itemId }, { type: ['out'] }]) {
      const query = MovementListQuery.parse({ limit: LIMIT, ...filter });
      const { stages, returned, examined } = await costOf(connection, () => movements.list(scope, query, PER_ITEM));
      expect(stages).not.toContain('SORT');
      expect([filter, returned, examined]).toEqual([filter, LIMIT, LIMIT]);
    }
  });

  it('pages of the ledger of an item contain each movement once, in either order', async () => {
    for (const sort of ['at', '-at'] as const) {
      const seqs: number[] = [];
      for (const page of [1, 2, 3, 4, 5]) {
        const query = MovementListQuery.parse({ itemId, sort, page, limit: 7 });
        seqs.push(...(await movements.list(LabScope.everywhere(), query, PER_ITEM)).items.map(({ seq }) => seq));
      }
      const inOrder = Array.from({ length: PER_ITEM }, (_, index) => index + 1);
      expect(seqs).toEqual(sort === 'at' ? inOrder : inOrder.reverse());
    }
  });

  it.each(scopes)('the analysis of %s examines only the movements of its period', async (_, scope) => {
    const period = { from: addDays(today, -60), to: addDays(today, -31) };
    const { stages, examined } = await costOf(connection, () => movements.flows(scope, period, 'item'));
    const countOf = (from: string, to: string) => movements.count(scope, { day: { $gte: from, $lte: to } });
    expect(stages).not.toContain('COLLSCAN');
    expect(examined).toBeGreaterThan(0);
    // A day of any zone lies within the days before and after it in UTC.
    expect(examined).toBeLessThanOrEqual(await countOf(addDays(period.from, -1), addDays(period.to, 1)));
    expect(examined).toBeLessThan((await movements.count(scope, {})) / 2);
  });
});
