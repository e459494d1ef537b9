import { InventoryListQuery, MovementListQuery } from '@shifa/contract';
import { type Connection, Types } from 'mongoose';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { addDays, businessDay } from '../../../platform/time/business-day';
import { costOf } from '../../../testing/explain';
import { connect, testDatabaseUri } from '../../../testing/test-database';
import { manyItems } from '../bench/many-items';
import { ITEM_MODEL, type ItemRow, itemSchema } from '../items/item.document';
import { ItemRepository } from '../items/item.repository';
import { MOVEMENT_MODEL, type MovementRow, movementSchema } from '../stock/movement.document';
import { MovementRepository } from '../stock/movement.repository';

const today = businessDay(new Date(), 'Asia/Kolkata');
const laboratories = [new Types.ObjectId(), new Types.ObjectId()];
const [laboratoryId = ''] = laboratories.map(String);
const LIMIT = 20;

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
    for (const portion of manyItems({ items: 300, movements: 9_000 }, laboratories, 300)) {
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

  it.each(scopes)('expiring stock of %s examines only what expires', async (_, scope) => {
    const range = { from: today, through: addDays(today, 300) };
    const { stages, returned, examined } = await costOf(connection, () => items.expiring(scope, range, LIMIT));
    const { $gte, $lte } = { $gte: range.from, $lte: range.through };
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBe(LIMIT);
    expect(examined).toBe(await items.count(scope, { nextExpiry: { $gte, $lte } }));
  });

  it.each(scopes)('the ledger of %s examines only the movements of the page', async (_, scope) => {
    for (const filter of [{}, { itemId }, { type: ['out'] }]) {
      const query = MovementListQuery.parse({ limit: LIMIT, ...filter });
      const { stages, returned, examined } = await costOf(connection, () => movements.list(scope, query, 0));
      expect(stages).not.toContain('SORT');
      expect([filter, returned, examined]).toEqual([filter, LIMIT, LIMIT]);
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
