import { createLaboratoryBody, createStaffBody } from '@shifa/contract/testing';
import type { Transaction } from '@shifa/contract';
import { AttendanceDesk } from './attendance/attendance-desk';
import { InventoryDesk } from './inventory/inventory-desk';
import { FinanceDesk } from './finance/finance-desk';
import { commandsDuring } from './commands';

/** Each command is a round trip to the database, most of them while others wait for the same laboratory. */
describe('the commands of a write', () => {
  let desk: FinanceDesk;
  let key = 0;
  const newKey = () => ['Idempotency-Key', `write-number-${(key += 1)}`] as const;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    // The first entry of a laboratory opens its book, and the first person its numbers; the first request of a person
    // reads their account.
    await desk.entered(desk.clerk, { party: 'Acme' });
    await desk.entered(desk.otherClerk);
    await desk.read((await desk.entered(desk.head))._id);
    await hired();
  });
  afterAll(() => desk.close());

  let amountPaise = 1_000;
  /** With another amount each time: of two alike, the second would ask first. */
  const ofAcme = () => ({ party: 'Acme', amountPaise: (amountPaise += 1) });
  const entered = (count: number) =>
    Promise.all(Array.from({ length: count }, () => desk.entered(desk.otherClerk, ofAcme())));

  const hired = () =>
    desk.app
      .as(desk.head)
      .post('/api/staff')
      .send(createStaffBody({ laboratoryId: desk.laboratory.id }))
      .expect(201);

  type Write = (entries: Transaction[]) => PromiseLike<unknown>;
  // In the transaction, with its commit and the read of the ledger's head; then outside it, such as to announce notifications.
  const writes: [string, Write, inTransaction: number, outside: number][] = [
    ['an entry', () => desk.post(desk.clerk).expect(201), 5, 1],
    [
      'an entry with a party and a key',
      () =>
        desk
          .post(desk.clerk, ofAcme())
          .set(...newKey())
          .expect(201),
      // One of them looks for an entry that is alike.
      7,
      1,
    ],
    ['an approval', ([entry]) => desk.decide(desk.clerk, entry?._id ?? '').expect(200), 8, 4],
    ['a rejection', ([entry]) => desk.reject(desk.clerk, entry?._id ?? '').expect(200), 9, 3],
    ['an edit', ([entry]) => desk.edit(desk.otherClerk, entry as Transaction, { description: 'Other' }), 7, 0],
    ['a bulk approval of three', (entries) => bulk(entries).expect(200), 3 * 8, 1 + 3 * 2],
    [
      'a laboratory',
      () =>
        desk.app
          .as(desk.head)
          .post('/api/laboratories')
          .set(...newKey())
          .send(createLaboratoryBody())
          .expect(201),
      3,
      0,
    ],
    ['a person', () => hired(), 6, 0],
  ];
  const bulk = (entries: Transaction[]) =>
    desk.decideMany(desk.clerk, { approved: true, entries: entries.map(({ _id, version }) => ({ _id, version })) });

  it.each(writes)('%s: few', async (_, write, inTransaction, outside) => {
    const entries = await entered(3);
    const sent = await commandsDuring(desk.app, async () => write(entries));
    expect(sent.inTransaction.length).toBeLessThanOrEqual(inTransaction);
    expect([sent.outside, sent.outside.length <= outside]).toEqual([sent.outside, true]);
    expect(sent.inTransaction.at(-1)).toBe('commitTransaction');
  });

  it('of a laboratory wait for one another instead of conflicting', async () => {
    const other = await desk.app.laboratory();
    await desk.entered(desk.head, { laboratoryId: other.id });
    const { inTransaction } = await commandsDuring(desk.app, async () => {
      const people = [desk.clerk, desk.otherClerk, desk.head];
      const posts = Array.from({ length: 16 }, async (_, index) =>
        desk.entered(people[index % people.length] ?? desk.head, { ...ofAcme(), party: `Party ${index % 3}` }),
      );
      const elsewhere = await desk.entered(desk.head, { laboratoryId: other.id });
      const numbers = (await Promise.all(posts)).map(({ transactionNo }) => transactionNo);
      expect(new Set([...numbers, elsewhere.transactionNo]).size).toBe(17);
    });
    expect(inTransaction.filter((command) => command === 'abortTransaction')).toEqual([]);
    expect(inTransaction.filter((command) => command === 'commitTransaction')).toHaveLength(17);
  });
});

it('a change of stock takes few commands', async () => {
  const desk = await InventoryDesk.open();
  const { _id } = await desk.created();
  await desk.receive(_id, 5);
  const { inTransaction } = await commandsDuring(desk.app, () => desk.receive(_id, 5));
  expect(inTransaction.length).toBeLessThanOrEqual(14);
  await desk.close();
});

it('punches take few commands', async () => {
  const desk = await AttendanceDesk.open('2026-11-20 08:00');
  // The first record of a laboratory opens its book; the first request of a person in half a minute reads their account.
  await desk.worked(await desk.staff(), '2026-11-20 09:00', '2026-11-20 18:00');
  const person = await desk.staff();
  desk.at('2026-11-20 09:00');
  await desk.read(person, '/me');
  const clockIn = await commandsDuring(desk.app, async () => desk.clockIn(person).expect(200));
  desk.at('2026-11-20 18:00');
  await desk.read(person, '/me');
  const clockOut = await commandsDuring(desk.app, async () => desk.clockOut(person).expect(200));
  expect([clockIn.inTransaction, clockIn.inTransaction.length <= 9]).toEqual([clockIn.inTransaction, true]);
  expect([clockOut.inTransaction, clockOut.inTransaction.length <= 6]).toEqual([clockOut.inTransaction, true]);
  expect([...clockIn.outside, ...clockOut.outside]).toEqual([]);
  await desk.close();
});
