import { Types } from 'mongoose';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { addDailyUse } from './migrations';
import { recentUse } from './stock/stock';

it('items stored before their use was get it from the ledger, once', async () => {
  const connection = await connect(testDatabaseUri());
  const [items, movements] = [connection.collection('inventory_items'), connection.collection('stock_movements')];
  const [_id, other] = [new Types.ObjectId(), new Types.ObjectId()];
  await items.insertMany([{ _id }, { _id: other, dailyUse: { '2026-11-01': 7 } }]);
  const rows: [type: string, day: string, quantity: number][] = [
    ['in', '2026-07-01', 50],
    ['out', '2026-08-01', -9],
    ['out', '2026-11-20', -2],
    ['out', '2026-11-20', -3],
    ['waste', '2026-11-21', -4],
    ['out', '2026-11-22', -1],
  ];
  await movements.insertMany(rows.map(([type, day, quantity], seq) => ({ item: { _id }, type, day, quantity, seq })));
  for (let run = 0; run < 2; run += 1) await addDailyUse.up(connection, new AbortController().signal);
  const stored = await items.find({}, { projection: { _id: 0 }, sort: { _id: 1 } }).toArray();
  expect(stored).toEqual([{ dailyUse: { '2026-11-20': 5, '2026-11-22': 1 } }, { dailyUse: { '2026-11-01': 7 } }]);
  expect(recentUse({ dailyUse: { '2026-08-24': 1, '2026-08-25': 2, '2026-11-22': 3 } }, '2026-11-22')).toBe(5);
  await connection.close();
});
