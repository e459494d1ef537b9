import { isDeepStrictEqual } from 'node:util';
import {
  categoriesOf,
  paymentMethods,
  resolvePermissions,
  type Role,
  TransactionListQuery,
  transactionNo,
  transactionSorts,
  transactionStatuses,
  transactionTypes,
} from '@shifa/contract';
import { type Connection, type Model, Types } from 'mongoose';
import { Actor } from '../../../platform/domain/actor';
import { ClosedDays } from '../books/books';
import { LabScope } from '../../../platform/domain/lab-scope';
import { demoChance } from '../../../../demo/demo-values';
import { addDays } from '../../../platform/time/business-day';
import { costOf } from '../../../../test/explain';
import { connect, testDatabaseUri } from '../../../../test/test-database';
import { derivedFields, newEntry } from './new-entry';
import { toFilter, waitingFor } from './entry-filter';
import { TRANSACTION_MODEL, type TransactionRow, transactionSchema } from './entry.document';
import { EntryRepository } from './entry.repository';

const ENTRIES = 4000;
const laboratories = Array.from({ length: 7 }, () => new Types.ObjectId());
const people = Array.from({ length: 12 }, () => new Types.ObjectId());
const [laboratory] = laboratories as [Types.ObjectId];
const [somebody] = people as [Types.ObjectId];
const chance = demoChance('a list of entries');
const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)] as Item;

function actorOf(role: Role, id = somebody): Actor {
  return new Actor({
    userId: id.toHexString(),
    name: 'Somebody',
    role,
    laboratoryId: role === 'super_admin' ? null : laboratory.toHexString(),
    sessionId: 'x',
    mustChangePassword: false,
    permissions: resolvePermissions(role),
  });
}

function someEntry(index: number): TransactionRow {
  const type = pick(transactionTypes);
  const date = addDays('2026-01-01', Math.floor(chance() * 320));
  const [createdBy, approver] = [pick(people), pick(people)];
  const row = newEntry(
    {
      type,
      date,
      amountPaise: index % 50 === 0 ? 125_050 : 100 + Math.floor(chance() * 9_000_000),
      category: pick(categoriesOf[type]),
      paymentMethod: pick(paymentMethods),
      reference: chance() < 0.3 ? `UTR ${100_000 + index}` : null,
      party: chance() < 0.7 ? `Party ${Math.floor(chance() * 150)}` : null,
      description: `${pick(['Monthly', 'Urgent', 'Usual'])} payment number${index}`,
    },
    {
      transactionNo: transactionNo('KOL', date, index),
      laboratoryId: pick(laboratories),
      createdBy: { _id: createdBy, name: 'Asha Rao' },
      flags: chance() < 0.03 ? ['locked_period'] : chance() < 0.15 ? ['above_limit'] : [],
      now: new Date(Date.UTC(2026, 0, 1) + index * 7_200_000),
    },
  );
  const status = pick([...transactionStatuses, 'approved', 'approved', 'approved', 'approved'] as const);
  const approvals =
    status === 'partially_approved'
      ? [{ by: { _id: approver, name: 'Bela Sen', role: 'lab_admin' as const }, at: row.createdAt }]
      : [];
  const decided = { ...row, status, approvals };
  return { ...decided, ...derivedFields(decided) };
}

/** The cost of each query, measured with the command that the repository sends. */
describe('the list of entries uses indexes', () => {
  let connection: Connection;
  let repository: EntryRepository;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    const model: Model<TransactionRow> = connection.model<TransactionRow>(TRANSACTION_MODEL, transactionSchema);
    repository = new EntryRepository(model);
    await model.createCollection();
    await model.createIndexes();
    await model.insertMany(
      Array.from({ length: ENTRIES }, (_, index) => someEntry(index)),
      { lean: true },
    );
  });
  afterAll(() => connection.close());

  async function cost(query: object, { scope = LabScope.everywhere(), actor = actorOf('super_admin') } = {}) {
    const parsed = TransactionListQuery.parse({ limit: 20, ...query });
    const filter = toFilter(parsed, { actor, closed: new ClosedDays('2026-02-28') });
    return costOf(connection, () => repository.list(scope, filter, parsed));
  }

  const id = laboratory.toHexString();
  const states: object[] = [
    ...transactionSorts.flatMap((sort) => [{ sort }, { sort: `-${sort}` }]),
    { page: 7 },
    { laboratoryId: id },
    { laboratoryId: laboratories.slice(0, 3).map((one) => one.toHexString()) },
    { type: 'expense' },
    { category: 'rent' },
    { category: ['rent', 'taxes', 'corporate'] },
    { paymentMethod: 'upi' },
    ...transactionStatuses.map((status) => ({ status })),
    { flag: 'above_limit' },
    { flag: 'locked_period' },
    { flag: ['above_limit', 'back_dated'] },
    { party: 'party 17' },
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-10-01', sort: 'date' },
    { minAmount: '80000' },
    { minAmount: '100', maxAmount: '900.50', sort: 'amountPaise' },
    { mine: 'true' },
    { waitingForMe: 'true' },
    { search: 'number17', sort: '-createdAt', limit: 100 },
    { search: '0004', limit: 100 },
    { search: '1,250.50', limit: 100 },
    { laboratoryId: id, type: 'income', status: 'pending' },
    { type: 'income', category: 'corporate', from: '2026-02-01', to: '2026-05-31' },
    { status: 'approved', minAmount: '10000', maxAmount: '20000' },
    { mine: 'true', status: 'rejected' },
    { flag: 'above_limit', status: 'pending' },
  ];
  /** No index serves these alone: they examine what one of their filters finds, or a laboratory. */
  const rareStates: object[] = [
    { status: 'approved', minAmount: '10000', sort: '-amountPaise' },
    { search: 'number1', status: 'rejected', limit: 100 },
    { paymentMethod: ['cash', 'card'], status: 'approved', from: '2026-04-01', sort: '-amountPaise' },
  ];
  /** Orders and filters of the whole network that one laboratory uses little. */
  const rareInLaboratory: object[] = [
    ...rareStates,
    { sort: 'transactionNo' },
    { sort: '-transactionNo' },
    { waitingForMe: 'true' },
    { search: 'number17', sort: '-createdAt', limit: 100 },
  ];
  const commonInLaboratory = states.filter((query) => !rareInLaboratory.some((rare) => isDeepStrictEqual(rare, query)));

  it.each(states)('%j reads at most twice as much as it returns, in the network', async (query) => {
    const { stages, returned, examined } = await cost(query);
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBeLessThanOrEqual(2 * returned);
  });

  it.each(commonInLaboratory)('%j reads at most twice as much as it returns, in a laboratory', async (query) => {
    const { stages, returned, examined } = await cost(query, {
      scope: LabScope.ofLaboratory(id),
      actor: actorOf('lab_admin'),
    });
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBeLessThanOrEqual(2 * returned);
  });

  it.each(rareStates)('%j reads less than all entries, in the network', async (query) => {
    const { stages, returned, examined } = await cost(query);
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBeLessThan(0.6 * ENTRIES);
  });

  it.each(rareInLaboratory)('%j reads no other laboratory', async (query) => {
    const { stages, returned, examined } = await cost(query, {
      scope: LabScope.ofLaboratory(id),
      actor: actorOf('lab_admin'),
    });
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBeLessThanOrEqual(await repository.count(LabScope.ofLaboratory(id), {}));
  });

  async function examinedToCount(query: object): Promise<number[]> {
    const filter = toFilter(TransactionListQuery.parse(query), {
      actor: actorOf('super_admin'),
      closed: new ClosedDays(null),
    });
    const examined = [];
    for (const asked of [filter, { $and: [{ laboratoryId: laboratory }, filter] }]) {
      const command = { explain: { count: 'transactions', query: asked }, verbosity: 'executionStats' };
      const answer = (await connection.db?.command(command)) as { executionStats: { totalDocsExamined: number } };
      examined.push(answer.executionStats.totalDocsExamined);
    }
    return examined;
  }

  const countedByEntries: object[] = states.filter(
    (query) => 'status' in query && ('minAmount' in query || 'flag' in query),
  );
  const countedByIndex = states.filter(
    (query) => !('search' in query) && !('waitingForMe' in query) && !countedByEntries.includes(query),
  );

  it.each(countedByIndex)('%j is counted without reading entries', async (query) => {
    expect(await examinedToCount(query)).toEqual([0, 0]);
  });

  it.each(['super_admin', 'lab_admin'] as const)(
    'what waits for a %s is counted without reading what waits for others',
    async (role) => {
      const actor = actorOf(role);
      const waiting = waitingFor({}, { actor, closed: new ClosedDays(null) });
      const scope = role === 'lab_admin' ? { laboratoryId: laboratory } : {};
      const examined = async (filter: object = {}) => {
        const command = {
          explain: { count: 'transactions', query: { $and: [scope, filter] } },
          verbosity: 'executionStats',
        };
        const answer = (await connection.db?.command(command)) as { executionStats: { totalDocsExamined: number } };
        return answer.executionStats.totalDocsExamined;
      };
      const tookPart = { excludedApprovers: new Types.ObjectId(actor.userId) };
      const own = await repository.count(LabScope.everywhere(), tookPart);
      expect(own).toBeGreaterThan(0);
      expect(own).toBeLessThan(await repository.count(LabScope.everywhere(), { nextApprover: { $ne: null } }));
      expect(await examined(waiting?.all)).toBe(0);
      expect(await examined(waiting?.ownPart)).toBe(own);
    },
  );

  it.each([...countedByEntries, ...rareStates])('%j is counted without reading all entries', async (query) => {
    for (const examined of await examinedToCount(query)) expect(examined).toBeLessThan(0.6 * ENTRIES);
  });
});
