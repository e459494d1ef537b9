import mongoose, { Schema } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failureOf, TestDatabase } from './database.js';

const labSchema = new Schema(
  {
    code: { type: String, required: true, unique: true },
    name: String,
    visits: { type: Number, default: 0 },
    price: Number,
    contacts: [{ kind: String, value: String }],
  },
  { timestamps: true, optimisticConcurrency: true },
);

const database = await TestDatabase.start();
afterAll(() => database.stop());
let connection: mongoose.Connection;
beforeAll(async () => {
  connection = await mongoose.createConnection(database.server.uri, { dbName: 'goose' }).asPromise();
});
afterAll(() => connection.close());

it('serves mongoose: schemas, indexes, population, versions and connection.transaction', async () => {
  const Lab = connection.model('Lab', labSchema);
  const staffSchema = new Schema({ name: String, lab: { type: Schema.Types.ObjectId, ref: 'Lab', index: true } });
  const Staff = connection.model('Staff', staffSchema);
  await Promise.all([Lab.init(), Staff.init()]);
  expect(await Lab.diffIndexes()).toMatchObject({ toDrop: [], toCreate: [] });

  const lab = await Lab.create({
    code: 'KOL',
    name: 'Kolkata',
    price: 12.5,
    contacts: [{ kind: 'tel', value: '1' }],
  });
  expect(await failureOf(Lab.create({ code: 'KOL' }))).toMatchObject({ code: 11000, keyValue: { code: 'KOL' } });
  await Staff.create({ name: 'Asha', lab: lab._id });
  const asha = await Staff.findOne({ lab: lab._id }).populate<{ lab: { code: string } }>('lab').orFail();
  expect(asha.lab.code).toBe('KOL');

  const stale = await Lab.findById(lab._id).orFail();
  lab.name = 'Calcutta';
  lab.set('contacts', [...lab.contacts, { kind: 'mail', value: 'a@b' }]);
  await lab.save();
  stale.name = 'late';
  expect(await failureOf(stale.save())).toBeInstanceOf(mongoose.Error.VersionError);
  const dear = await Lab.findOne({ price: { $gt: 12 } }).orFail();
  expect(dear.price).toBe(12.5);

  await Promise.all(
    Array.from({ length: 5 }, () =>
      connection.transaction(async (session) => {
        const mine = await Lab.findById(lab._id).session(session).orFail();
        mine.visits += 1;
        await mine.save({ session });
        await Staff.create([{ name: `visitor ${mine.visits}`, lab: mine._id }], { session });
      }),
    ),
  );
  expect(await Lab.findById(lab._id).lean()).toMatchObject({ visits: 5, name: 'Calcutta' });
  expect(await Staff.countDocuments({ lab: lab._id })).toBe(6);

  const failed = connection.transaction(async (session) => {
    await Staff.deleteMany({}, { session });
    throw new Error('changed my mind');
  });
  expect((await failureOf(failed)).message).toBe('changed my mind');
  expect(await Staff.estimatedDocumentCount()).toBe(6);
});
