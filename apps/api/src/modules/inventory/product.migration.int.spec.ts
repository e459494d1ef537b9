import { Types } from 'mongoose';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { addProducts } from './migrations';

it('gives what earlier versions stored its products, and disposed batches the block that they had', async () => {
  const connection = await connect(testDatabaseUri());
  const [_id, other, laboratoryId] = [new Types.ObjectId(), new Types.ObjectId(), new Types.ObjectId()];
  const [blocked, released, wasted] = [new Types.ObjectId(), new Types.ObjectId(), new Types.ObjectId()];
  const disposed = { status: 'disposed', quantity: 0 } as const;
  await connection.collection('inventory_items').insertMany([
    {
      _id,
      laboratoryId,
      name: 'Renamed',
      manufacturer: null,
      unit: 'bottle',
      category: 'reagent',
      batches: [
        { _id: blocked, ...disposed, statusReason: 'False results' },
        { _id: released, ...disposed, statusReason: 'False results' },
        { _id: wasted, ...disposed, statusReason: null },
      ],
    },
    { _id: other, laboratoryId, name: 'Glucose ', manufacturer: 'Agappe', unit: 'bottle', batches: [] },
  ]);
  const row = { laboratoryId, batchKey: 'lot7' };
  await connection.collection('stock_movements').insertMany([
    { ...row, item: { _id, name: 'Glucose' }, type: 'recall', seq: 1, batch: { _id: blocked } },
    { ...row, item: { _id, name: 'Glucose' }, type: 'release', seq: 2, batch: { _id: released } },
    { ...row, item: { _id: other, name: 'Glucose' }, type: 'in', seq: 1, batch: { _id: new Types.ObjectId() } },
  ]);
  const productKey = 'glucose|agappe|bottle';
  await connection.collection('batch_recalls').insertOne({ ...row, laboratoryId: null, name: 'Glucose', productKey });
  const line = { _id: new Types.ObjectId(), item: { _id: other, name: 'Glucose', unit: 'bottle', productKey } };
  const lines = [{ ...line, batch: { batchNumber: 'LOT 7' }, quantity: 2 }];
  await connection.collection('stock_transfers').insertOne({ lines });
  for (let run = 0; run < 2; run += 1) await addProducts.up(connection, new AbortController().signal);
  const items = await connection.collection('inventory_items').find().sort({ _id: 1 }).toArray();
  expect(items.map(({ productKeys }) => productKeys as unknown)).toEqual([['renamed||bottle'], [productKey]]);
  expect(items[0]?.['batches']).toMatchObject([{ status: 'recalled' }, { status: 'disposed' }, { status: 'disposed' }]);
  expect(await connection.collection('batch_recalls').findOne()).toMatchObject({ itemIds: [_id, other] });
  const transfer = await connection.collection('stock_transfers').findOne();
  expect(transfer?.['lines']).toMatchObject([
    { batchKey: 'lot7', targetItemId: null, item: { productKeys: [productKey] }, product: { manufacturer: 'Agappe' } },
  ]);
  await connection.close();
});
