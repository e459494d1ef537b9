import fc from 'fast-check';
import { failureOf, InventoryDesk, stockChangeOf } from '../../../test/inventory/inventory-desk';

const reason = 'Counted on the shelf';

describe('a count', () => {
  let desk: InventoryDesk;
  beforeAll(async () => {
    desk = await InventoryDesk.open();
  });
  afterAll(() => desk.close());

  it('applies its difference, and keeps what was moved during the count', async () => {
    const { _id, movementSeq } = await desk.created({ quantity: 100, expiryDate: '2099-12-31' });
    await desk.moved(_id, { type: 'out', quantity: 30 });
    await desk.receive(_id, 5, { batchNumber: 'NEW' });
    // 97 were counted before those movements, so 3 are missing.
    const counted = await desk.moved(_id, { type: 'adjustment', quantity: 97, countedAtSeq: movementSeq, reason });
    expect(counted).toMatchObject({ quantity: 72, movements: [{ type: 'adjustment', quantity: -3, reason }] });
  });

  it('batch by batch keeps what was moved in each batch, and does not count one batch in another', async () => {
    const { _id } = await desk.created();
    await desk.receive(_id, 10, { batchNumber: 'A', expiryDate: '2098-01-01' });
    const { batches, movementSeq } = await desk.receive(_id, 10, { batchNumber: 'B' });
    const idOf = (number: string) => batches.find(({ batchNumber }) => batchNumber === number)?._id;
    await desk.moved(_id, { type: 'out', quantity: 4 });
    await desk.receive(_id, 3, { batchNumber: 'B' });
    const count = { type: 'adjustment', countedAtSeq: movementSeq, reason } as const;
    await desk.moved(_id, { ...count, quantity: 9, batchId: idOf('A') });
    const counted = await desk.moved(_id, { ...count, quantity: 12, batchId: idOf('B') });
    expect(counted.batches.map(({ batchNumber, quantity }) => [batchNumber, quantity])).toEqual([
      ['A', 5],
      ['B', 15],
    ]);
    expect(counted.movements).toMatchObject([{ quantity: 2, batch: { batchNumber: 'B' } }]);
  });

  it('of one batch changes only that batch', async () => {
    const { _id } = await desk.created();
    await desk.receive(_id, 5, { batchNumber: 'A', expiryDate: '2098-01-01' });
    const { batches } = await desk.receive(_id, 5, { batchNumber: 'B' });
    const batchId = batches.find(({ batchNumber }) => batchNumber === 'B')?._id;
    const counted = await desk.moved(_id, { type: 'adjustment', quantity: 2, batchId, reason });
    expect(counted.batches.map(({ batchNumber, quantity }) => [batchNumber, quantity])).toEqual([
      ['A', 5],
      ['B', 2],
    ]);
  });

  it('adds a surplus to the latest usable batch, and writes nothing where nothing differs', async () => {
    const { _id } = await desk.created();
    await desk.receive(_id, 5, { batchNumber: 'A', expiryDate: '2098-01-01' });
    await desk.receive(_id, 5, { batchNumber: 'B' });
    expect(await desk.moved(_id, { type: 'adjustment', quantity: 12, reason })).toMatchObject({
      movements: [{ quantity: 2, batch: { batchNumber: 'B' } }],
    });
    expect(await desk.moved(_id, { type: 'adjustment', quantity: 12, reason })).toMatchObject({ movements: [] });
  });

  it('that no longer fits what was moved since is refused', async () => {
    const { _id, movementSeq } = await desk.created({ quantity: 10, expiryDate: '2099-12-31' });
    await desk.moved(_id, { type: 'out', quantity: 8 });
    const refused = await desk.move(_id, { type: 'adjustment', quantity: 5, countedAtSeq: movementSeq, reason });
    expect(failureOf(refused).code).toBe('STOCK_INSUFFICIENT');
  });

  it('counts once when two people send it, or sixteen at the same time', async () => {
    const { _id, movementSeq } = await desk.created({ quantity: 10, expiryDate: '2099-12-31' });
    const count = { type: 'adjustment', quantity: 30, countedAtSeq: movementSeq, reason } as const;
    expect(await desk.moved(_id, count)).toMatchObject({ quantity: 30 });
    expect(await desk.moved(_id, count)).toMatchObject({ quantity: 30, movements: [] });
    const other = await desk.created({ quantity: 10, expiryDate: '2099-12-31' });
    const batchId = other.batches[0]?._id;
    // Half of them name the only batch, and one in four is sent by a person of the whole network.
    const people = [desk.manager, desk.admin, desk.manager, desk.head];
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        desk.move(other._id, { ...count, ...(index % 2 === 0 && { batchId }) }, people[index % 4]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter((answer) => stockChangeOf(answer).movements.length > 0)).toHaveLength(1);
    expect(await desk.get(other._id)).toMatchObject({ quantity: 30, movementSeq: 2 });
  });

  it('ends at the count and what was moved since, in whatever order equal counts, uses and receipts arrive', async () => {
    const step = fc.constantFrom('count', 'batch', 'use', 'receive');
    const run = async (counted: number, steps: readonly string[]) => {
      const { _id, movementSeq, batches } = await desk.created({ quantity: 100, expiryDate: '2099-12-31' });
      const count = { type: 'adjustment', quantity: counted, countedAtSeq: movementSeq, reason } as const;
      let moved = 0;
      for (const one of steps) {
        if (one === 'count') await desk.moved(_id, count);
        if (one === 'batch') await desk.moved(_id, { ...count, batchId: batches[0]?._id });
        if (one === 'use') await desk.moved(_id, { type: 'out', quantity: 3 });
        if (one === 'receive') await desk.moved(_id, { type: 'in', quantity: 5, batchId: batches[0]?._id });
        if (one === 'use') moved -= 3;
        if (one === 'receive') moved += 5;
      }
      await desk.moved(_id, count);
      expect(await desk.get(_id)).toMatchObject({ quantity: counted + moved });
    };
    const property = fc.asyncProperty(fc.integer({ min: 30, max: 200 }), fc.array(step, { maxLength: 8 }), run);
    await fc.assert(property, { numRuns: 25 });
  });

  it('made before another one that is already saved is refused, unless it changes nothing', async () => {
    const { _id, movementSeq, batches } = await desk.created({ quantity: 100, expiryDate: '2099-12-31' });
    const count = { type: 'adjustment', reason } as const;
    await desk.moved(_id, { type: 'out', quantity: 10 });
    await desk.moved(_id, { ...count, quantity: 85, countedAtSeq: movementSeq + 1 });
    const early = { ...count, countedAtSeq: movementSeq };
    for (const batchId of [undefined, batches[0]?._id]) {
      const refused = failureOf(await desk.move(_id, { ...early, quantity: 98, batchId }).expect(409));
      expect(refused.code).toBe('COUNT_SUPERSEDED');
      expect(await desk.moved(_id, { ...early, quantity: 95, batchId })).toMatchObject({ quantity: 85, movements: [] });
    }
    // No one can make all later counts fail by one that was made after movements which are still to come.
    await desk.moved(_id, { ...count, quantity: 80, countedAtSeq: 9_000_000 });
    const { movementSeq: now } = await desk.get(_id);
    expect(await desk.moved(_id, { ...count, quantity: 81, countedAtSeq: now })).toMatchObject({ quantity: 81 });
  });

  it('of a batch leaves an earlier one of the whole item valid', async () => {
    const { _id } = await desk.created();
    await desk.receive(_id, 10, { batchNumber: 'A', expiryDate: '2098-01-01' });
    const { batches, movementSeq } = await desk.receive(_id, 10, { batchNumber: 'B' });
    const batchId = batches.find(({ batchNumber }) => batchNumber === 'B')?._id;
    await desk.moved(_id, { type: 'out', quantity: 1 });
    await desk.moved(_id, { type: 'adjustment', quantity: 9, batchId, reason });
    const counted = await desk.moved(_id, { type: 'adjustment', quantity: 17, countedAtSeq: movementSeq, reason });
    expect(counted).toMatchObject({ quantity: 16 });
  });
});
