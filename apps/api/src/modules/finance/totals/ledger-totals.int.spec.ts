import { resolvePermissions, TransactionFilterQuery } from '@shifa/contract';
import { type Connection, Types } from 'mongoose';
import { Actor } from '../../../platform/domain/actor';
import { ClosedDays } from '../books/books';
import { type Caches, Cache } from '../../../platform/cache/caches';
import { LabScope } from '../../../platform/domain/lab-scope';
import { Clock } from '../../../platform/time/clock';
import { costOf, examinedBy } from '../../../../test/explain';
import { connect, testDatabaseUri } from '../../../../test/test-database';
import { manyEntries } from '../../../../bench/finance/many-entries';
import { DomainEvents } from '../../../platform/events/domain-events';
import { toFilter } from '../entry/entry-filter';
import { TRANSACTION_MODEL, type TransactionRow, transactionSchema } from '../entry/entry.document';
import { EntryRepository } from '../entry/entry.repository';
import {
  LEDGER_TOTALS_MODEL,
  LedgerTotalsRepository,
  type LedgerTotalsRow,
  ledgerTotalsSchema,
  type Tally,
  toDeltas,
  toIncrements,
  totalsDimensions,
} from './ledger-totals.repository';
import { BILL_MODEL, type BillRow, billSchema } from '../bills/bill.document';
import { BillRepository } from '../bills/bill.repository';
import { EntryTotals } from './entry-totals';
import { LedgerTotals } from './ledger-totals';
import {
  PARTY_TOTALS_MODEL,
  PartyTotalsRepository,
  type PartyTotalsRow,
  partyTotalsSchema,
  toPartyIncrements,
} from './party-totals.repository';

const ENTRIES = 2_000;
const DAYS = 400;
const LABORATORIES = 5;

/** The cost of each query, measured with the command that is sent. */
describe('totals use indexes', () => {
  let connection: Connection;
  let model: LedgerTotals;
  let entryTotals: EntryTotals;
  const laboratories = Array.from({ length: LABORATORIES }, () => new Types.ObjectId());
  const [one = new Types.ObjectId(), other = new Types.ObjectId()] = laboratories;
  const entries: TransactionRow[] = [...manyEntries(ENTRIES, laboratories, { from: '2025-10-17', days: DAYS })];

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    const totals = connection.model<LedgerTotalsRow>(LEDGER_TOTALS_MODEL, ledgerTotalsSchema);
    const rows = connection.model<TransactionRow>(TRANSACTION_MODEL, transactionSchema);
    const bills = connection.model<BillRow>(BILL_MODEL, billSchema);
    const parties = connection.model<PartyTotalsRow>(PARTY_TOTALS_MODEL, partyTotalsSchema);
    for (const { createCollection, createIndexes } of [totals, parties, rows].map((each) => ({
      createCollection: () => each.createCollection(),
      createIndexes: () => each.createIndexes(),
    }))) {
      await createCollection();
      await createIndexes();
    }
    const repository = new LedgerTotalsRepository(totals);
    // As without a reachable Redis, where nothing is kept.
    const caches = { create: () => new Cache<never>(new Clock(), null, { name: '' }) } as unknown as Caches;
    const partyTotals = new PartyTotalsRepository(parties);
    entryTotals = new EntryTotals(new EntryRepository(rows), new BillRepository(bills));
    model = new LedgerTotals(repository, partyTotals, entryTotals, new DomainEvents(), caches);
    await rows.insertMany(entries, { lean: true });
    const deltas = toDeltas(entries.map((after) => ({ before: null, after })));
    await repository.add(toIncrements(deltas), new Date());
    await partyTotals.add(toPartyIncrements(deltas), new Date());
  });
  afterAll(() => connection.close());

  const scopes = [
    ['the network', LabScope.everywhere(), undefined],
    ['a laboratory', LabScope.ofLaboratory(one.toHexString()), undefined],
    ['two of the network', LabScope.everywhere(), [one.toHexString(), other.toHexString()]],
    ['one of the network', LabScope.everywhere(), [one.toHexString()]],
  ] as const;
  const periods = [
    ['everything', {}],
    ['a month', { from: '2026-03-01', to: '2026-03-31' }],
    ['a year', { from: '2025-11-01', to: '2026-10-31' }],
    ['days of a month', { from: '2026-03-04', to: '2026-03-21' }],
  ] as const;
  const reads = scopes.flatMap(([who, scope, laboratoryId]) =>
    periods.flatMap(([when, period]) =>
      [{ byDay: false }, { byDay: true, by: totalsDimensions }].map((options) => ({
        name: `${when} of ${who}${options.byDay ? ', by day' : ''}`,
        read: () => model.read(scope, { ...period, ...(laboratoryId && { laboratoryId }) }, options),
      })),
    ),
  );

  it.each(reads)('$name reads only the documents it needs', async ({ read }) => {
    const { stages, returned, examined } = await costOf(connection, read);
    expect(stages).not.toContain('COLLSCAN');
    expect(stages).toContain('IXSCAN');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBe(returned);
  });

  it('a year is read by month where possible', async () => {
    const year = { from: '2025-11-01', to: '2026-10-31' };
    const months = await costOf(connection, () => model.read(LabScope.everywhere(), year));
    const days = await costOf(connection, () => model.read(LabScope.everywhere(), year, { byDay: true }));
    expect(months.examined).toBe(12 * LABORATORIES);
    expect(days.examined).toBeGreaterThan(10 * months.examined);
  });

  const sum = (totals: readonly Tally[]) =>
    totals.reduce((total, { count, paise }) => ({ count: total.count + count, paise: total.paise + paise }), {
      count: 0,
      paise: 0n,
    });

  it.each([
    ['2025-10-17', '2026-11-20'],
    ['2025-12-31', '2026-02-01'],
    ['2026-02-01', '2026-02-28'],
    ['2026-05-05', '2026-07-31'],
    ['2026-05-01', '2026-07-30'],
  ])('from %s to %s, months and days give the same totals as days alone', async (from, to) => {
    for (const by of [[], ['category'], ['paymentMethod'], totalsDimensions] as const) {
      const mixed = await model.read(LabScope.everywhere(), { from, to }, { by });
      const days = await model.read(LabScope.everywhere(), { from, to }, { by, byDay: true });
      expect(sum(mixed)).toEqual(sum(days));
      expect(days.some(({ category }) => category !== null)).toBe(by.some((one) => one === 'category'));
      expect(days.some(({ paymentMethod }) => paymentMethod !== null)).toBe(by.some((one) => one === 'paymentMethod'));
      expect(sum(days).count).toBe(entries.filter(({ date }) => date >= from && date <= to).length);
    }
  });

  it.each(scopes)('of a party in whole months of %s read only its stored months', async (_, scope, laboratoryId) => {
    const query = { from: '2025-11-01', to: '2026-10-31', party: ' City  Hospital', laboratoryId };
    const { stages, returned, examined } = await costOf(connection, () => model.ofList(scope, query));
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBeGreaterThan(10);
    expect(examined).toBe(returned);
    expect(await examinedBy(connection, () => model.ofList(scope, query))).not.toHaveProperty('transactions');
  });

  it.each(scopes)('of a party in some days of a month of %s read their entries', async (_, scope, laboratoryId) => {
    const query = { from: '2026-03-25', to: '2026-05-08', party: 'City Hospital', laboratoryId };
    const read = () => model.ofList(scope, query);
    const ids = scope.laboratoryId === null ? laboratoryId : [scope.laboratoryId];
    const found = entries.filter(
      (entry) => entry.partyKey === 'city hospital' && (!ids || ids.includes(entry.laboratoryId.toHexString())),
    );
    const within = (from: string, to: string) => found.filter(({ date }) => date >= from && date <= to).length;
    expect(sum(await read()).count).toBe(within(query.from, query.to));
    const days = within('2026-03-25', '2026-03-31') + within('2026-05-01', '2026-05-08');
    expect((await examinedBy(connection, read))['transactions']).toBe(days);
  });

  it.each([
    { party: 'City Hospital', minAmount: '0.01' },
    { minAmount: '100,000,000' },
    { flag: 'back_dated', from: '2025-11-01', to: '2026-10-31' },
    { mine: 'true', status: 'approved' },
    { waitingForMe: 'true', from: '2026-05-01', to: '2026-05-31' },
  ])('entries of %j are counted by an index', async (query) => {
    const [{ createdBy } = { createdBy: { _id: other } }] = entries;
    const actor = new Actor({
      userId: createdBy._id.toHexString(),
      name: 'Asha Rao',
      role: 'super_admin',
      laboratoryId: null,
      sessionId: other.toHexString(),
      mustChangePassword: false,
      permissions: resolvePermissions('super_admin'),
    });
    const filter = toFilter(TransactionFilterQuery.parse(query), { actor, closed: new ClosedDays(null) });
    for (const scope of [LabScope.everywhere(), LabScope.ofLaboratory(one.toHexString())]) {
      const { stages, returned, examined } = await costOf(connection, () => entryTotals.count(scope, filter));
      expect(stages).not.toContain('COLLSCAN');
      expect(returned).toBeGreaterThan(0);
      expect(examined).toBeLessThanOrEqual(2 * returned);
    }
  });
});
