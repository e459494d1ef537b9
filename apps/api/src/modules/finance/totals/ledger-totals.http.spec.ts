import fc from 'fast-check';
import { Types } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { type Change } from '../../../platform/records/records';
import { TestApp } from '../../../../test/test-app';
import { connect } from '../../../../test/test-database';
import { histories, Ledger } from '../../../../test/finance/random-history';
import { signedPaise } from '../entry/entry';
import { transactionsChanged } from '../entry/entries';
import type { TransactionRow } from '../entry/entry.document';
import { EntryRepository } from '../entry/entry.repository';
import { toBigint } from '../../../platform/mongo/stored-integer';
import { LEDGER_TOTALS_MODEL, ledgerTotalsSchema, type LedgerTotalsRow } from './ledger-totals.repository';
import { CheckTotals } from './check-totals';
import { LedgerTotals } from './ledger-totals';
import { storePartyTotals } from './party-totals.migration';
import type { PartyTotalsRow } from './party-totals.repository';

const collections = ['transactions', 'finance-figures', 'finance-party-figures', 'parties'];
const party = 'City Hospital';

describe('the ledger totals in the database', () => {
  let api: TestApp;
  let ledgerTotals: CheckTotals;
  let connection: Awaited<ReturnType<typeof connect>>;

  beforeAll(async () => {
    api = await TestApp.start();
    ledgerTotals = api.services.get(CheckTotals);
    connection = await connect(api.mongodbUri);
    connection.model(LEDGER_TOTALS_MODEL, ledgerTotalsSchema);
  });
  afterAll(async () => {
    await connection.close();
    await api.close();
  });
  beforeEach(async () => {
    for (const name of collections) await connection.collection(name).deleteMany({});
  });

  const laboratories = async (): Promise<[Types.ObjectId, Types.ObjectId]> => [
    (await api.laboratory())._id,
    (await api.laboratory())._id,
  ];
  const kept = () => connection.collection<LedgerTotalsRow>('finance-figures').find().toArray();
  const keptOfParties = () => connection.collection<PartyTotalsRow>('finance-party-figures').find().toArray();
  const entries = () => connection.collection<TransactionRow>('transactions').find().toArray();

  /** Writes the entries and raises their event in one transaction, like every service. */
  async function write(changes: readonly Change<TransactionRow>[]): Promise<void> {
    const repository = api.services.get(EntryRepository);
    const transactions = api.services.get(UnitOfWork);
    await transactions.run(async () => {
      for (const { before, after } of changes) {
        const { _id, version: _, ...fields } = after;
        if (before === null) await repository.insert(after);
        else {
          const row = await repository.updateAt(
            LabScope.everywhere(),
            _id.toHexString(),
            before.version,
            fields,
            after.updatedAt,
          );
          if (!row) throw new Error('Another writer of this test wrote the entry');
        }
      }
      await transactions.raise(transactionsChanged, { actor: null, action: 'updated', changes });
    });
  }

  /** The tallies of the entries that are not zero, by laboratory, party, period, category, method and status. */
  async function countedByHand(): Promise<Record<string, string>> {
    const tallies = new Map<string, { count: number; paise: bigint }>();
    for (const entry of await entries()) {
      const { laboratoryId, date, partyKey, category, paymentMethod, status } = entry;
      const month = date.slice(0, 7);
      for (const period of [date, month, ...(partyKey === null ? [] : [`${partyKey} ${month}`])]) {
        const key = [laboratoryId.toHexString(), period, category, paymentMethod, status].join(' ');
        const { count, paise } = tallies.get(key) ?? { count: 0, paise: 0n };
        tallies.set(key, { count: count + 1, paise: paise + BigInt(signedPaise(entry)) });
      }
    }
    return Object.fromEntries([...tallies].map(([key, { count, paise }]) => [key, `${count} ${paise}`]));
  }

  async function readBack(): Promise<Record<string, string>> {
    const tallies: [string, string][] = [];
    const ofParties = (await keptOfParties()).map(({ partyKey, period, ...row }) => {
      return { ...row, period: `${partyKey} ${period}` };
    });
    for (const { laboratoryId, period, cells } of [...(await kept()), ...ofParties]) {
      for (const [category, methods] of Object.entries(cells)) {
        for (const [method, statuses] of Object.entries(methods)) {
          for (const [status, { count, paise }] of Object.entries(statuses)) {
            const key = [laboratoryId.toHexString(), period, category, method, status].join(' ');
            const tally = `${toBigint(count)} ${toBigint(paise)}`;
            if (tally !== '0 0') tallies.push([key, tally]);
          }
        }
      }
    }
    return Object.fromEntries(tallies);
  }

  it('equal the entries after random histories', async () => {
    await fc.assert(
      fc.asyncProperty(histories({ maxLength: 25 }), async (steps) => {
        for (const name of collections) await connection.collection(name).deleteMany({});
        const ledger = new Ledger(await laboratories());
        for (const step of steps) {
          const changes = ledger.take(step);
          if (changes.length > 0) await write(changes);
        }
        expect(await readBack()).toEqual(await countedByHand());
        for (const { differences } of await ledgerTotals.check()) expect(differences).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it('equal the entries after concurrent writes to the same days', async () => {
    const places = await laboratories();
    const ledgers = fc
      .sample(histories({ minLength: 25, maxLength: 30 }), { numRuns: 8, seed: 7 })
      .map((steps) => ({ steps, ledger: new Ledger(places) }));
    await Promise.all(
      ledgers.map(async ({ steps, ledger }) => {
        for (const step of steps) {
          const changes = ledger.take(step);
          if (changes.length > 0) await write(changes);
        }
      }),
    );
    const written = ledgers.flatMap(({ ledger }) => ledger.entries);
    expect(written.length).toBeGreaterThan(20);
    expect(await entries()).toHaveLength(written.length);
    expect(await readBack()).toEqual(await countedByHand());
    // Exactly one document per laboratory and day, and per laboratory, party and month.
    const keys = [...(await kept()), ...(await keptOfParties())].map(({ laboratoryId, period, ...row }) =>
      [laboratoryId.toHexString(), period, 'partyKey' in row ? row.partyKey : ''].join(' '),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('of parties are stored by a migration as they would have been, also when that is repeated', async () => {
    const ledger = new Ledger(await laboratories());
    for (const step of fc.sample(histories({ minLength: 60 }), { numRuns: 1, seed: 5 })[0] ?? []) {
      const changes = ledger.take(step);
      if (changes.length > 0) await write(changes);
    }
    const tallies = await readBack();
    expect(Object.keys(tallies).filter((key) => key.includes('city hospital')).length).toBeGreaterThan(5);
    const totals = connection.collection('finance-party-figures');
    await totals.deleteMany({});
    for (let run = 0; run < 2; run += 1) {
      await storePartyTotals.up(connection, new AbortController().signal);
      expect(await readBack()).toEqual(tallies);
      for (const { differences } of await ledgerTotals.check()) expect(differences).toEqual([]);
      // As they were left where the process ended.
      await totals.updateOne({}, { $inc: { 'sums.income.approved.count': 1 } });
    }
  });

  it('are rolled back with the entry', async () => {
    const ledger = new Ledger(await laboratories());
    const fields = { date: '2026-11-20', amountPaise: 5, category: 'rent', paymentMethod: 'cash', party } as const;
    const changes = ledger.take({ type: 'create', laboratory: 0, fields });
    const transactions = api.services.get(UnitOfWork);
    await expect(
      transactions.run(async () => {
        await write(changes);
        throw new Error('Undone');
      }),
    ).rejects.toThrow('Undone');
    expect([...(await kept()), ...(await keptOfParties())]).toEqual([]);
  });

  describe('after direct writes to the database', () => {
    beforeEach(async () => {
      const ledger = new Ledger(await laboratories());
      for (const amountPaise of [100, 250]) {
        const fields = { date: '2026-11-20', amountPaise, category: 'rent', paymentMethod: 'cash', party } as const;
        await write(ledger.take({ type: 'create', laboratory: 0, fields }));
      }
    });

    it.each([
      [
        'an entry came without them',
        async () => {
          const [{ _id: __, ...entry } = { _id: null }] = await entries();
          await connection.collection('transactions').insertOne({ ...entry, transactionNo: 'PAST-1' });
        },
        { period: '2026-11', path: 'cells.rent.cash.pending.count', stored: 2n, expected: 3n },
      ],
      [
        'a number was changed',
        () =>
          connection
            .collection('finance-figures')
            .updateOne({ grain: 'month' }, { $inc: { 'sums.expense.pending.paise': 1 } }),
        { period: '2026-11', path: 'sums.expense.pending.paise', stored: 351n, expected: 350n },
      ],
      [
        'a day was lost',
        () => connection.collection('finance-figures').deleteOne({ grain: 'day' }),
        { period: '2026-11-20', path: 'cells.rent.cash.pending.count', stored: 0n, expected: 2n },
      ],
      [
        'all entries were lost',
        () => connection.collection('transactions').deleteMany({}),
        { period: '2026-11-20', path: 'cells.rent.cash.pending.paise', stored: 350n, expected: 0n },
      ],
      [
        'a number of a party was changed',
        () =>
          connection
            .collection('finance-party-figures')
            .updateOne({}, { $inc: { 'cells.rent.cash.pending.count': 1 } }),
        {
          period: '2026-11',
          partyKey: 'city hospital',
          path: 'cells.rent.cash.pending.count',
          stored: 3n,
          expected: 2n,
        },
      ],
      [
        'a party was lost',
        () => connection.collection('finance-party-figures').deleteMany({}),
        {
          period: '2026-11',
          partyKey: 'city hospital',
          path: 'sums.expense.pending.paise',
          stored: 0n,
          expected: 350n,
        },
      ],
    ])('%s: a check reports it and a rebuild corrects it', async (_, spoil, difference) => {
      await spoil();
      const before = [await kept(), await keptOfParties()];
      const found = (await ledgerTotals.check()).flatMap(({ differences }) => differences);
      expect(found).toContainEqual(difference);
      expect([await kept(), await keptOfParties()]).toEqual(before);

      expect((await ledgerTotals.rebuild()).flatMap(({ differences }) => differences)).toEqual(found);
      expect((await ledgerTotals.check()).flatMap(({ differences }) => differences)).toEqual([]);
      expect(await readBack()).toEqual(await countedByHand());
    });

    it('a rebuild keeps tallies whose amounts add up to zero', async () => {
      const [first] = await entries();
      if (!first) throw new Error('No entry');
      const { _id: _, ...entry } = first;
      const reversal = {
        ...entry,
        transactionNo: 'PAST-2',
        reversalOf: { _id: entry.laboratoryId, transactionNo: 'PAST-1' },
      };
      await connection.collection('transactions').deleteMany({});
      await connection.collection('transactions').insertMany([{ ...entry, transactionNo: 'PAST-1' }, reversal]);
      await ledgerTotals.rebuild();
      expect((await ledgerTotals.check()).flatMap(({ differences }) => differences)).toEqual([]);
      expect(Object.values(await readBack())).toEqual(['2 0', '2 0', '2 0']);
      // As a rebuild of an earlier version left them.
      const part = 'cells.rent.cash.pending.paise';
      await connection
        .collection('finance-figures')
        .updateMany({}, { $unset: { [part]: 1, 'sums.expense.pending.paise': 1 } });
      const read = await api.services.get(LedgerTotals).read(LabScope.everywhere(), {}, { by: ['category'] });
      expect(read.map(({ count, paise }) => [count, paise])).toEqual([[2, 0n]]);
    });

    it('a rebuild does not lose concurrent writes', async () => {
      const ledger = new Ledger(await laboratories());
      for (const name of ['finance-figures', 'finance-party-figures']) {
        await connection.collection(name).updateMany({}, { $inc: { 'sums.expense.pending.count': 5 } });
      }
      const writing = (async () => {
        for (const step of fc.sample(histories({ minLength: 30, maxLength: 30 }), { numRuns: 1, seed: 11 })[0] ?? []) {
          const changes = ledger.take(step);
          if (changes.length > 0) await write(changes);
        }
      })();
      for (let turn = 0; turn < 4; turn += 1) await ledgerTotals.rebuild();
      await writing;
      expect((await ledgerTotals.check()).flatMap(({ differences }) => differences)).toEqual([]);
      expect(await readBack()).toEqual(await countedByHand());
    }, 60_000);
  });
});
