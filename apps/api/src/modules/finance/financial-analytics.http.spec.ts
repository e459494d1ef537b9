import type { Failure, FinancialAnalytics, TransactionTotals } from '@shifa/contract';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type Person, TestApp } from '../../../test/test-app';
import type { LaboratoryRow } from '../laboratories/laboratory.document';
import { storedTransaction } from '../../../test/finance/stored-transaction';
import { transactionsChanged } from './entry/entries';
import type { TransactionRow } from './entry/entry.document';
import { EntryRepository } from './entry/entry.repository';

describe('financial analytics', () => {
  let api: TestApp;
  let kolkata: LaboratoryRow & { id: string };
  let dubai: LaboratoryRow & { id: string };
  let superAdmin: Person;

  beforeAll(async () => {
    api = await TestApp.start();
    jest.spyOn(api.services.get(Clock), 'now').mockReturnValue(new Date('2026-11-22T10:00:00.000Z'));
    kolkata = await api.laboratory({ name: 'Kolkata Central', timezone: 'Asia/Kolkata' });
    dubai = await api.laboratory({ name: 'Dubai Marina', timezone: 'Asia/Dubai' });
    superAdmin = await api.person('super_admin');
    const rows = [
      { laboratoryId: kolkata._id, date: '2026-11-20', amountPaise: 1_000_00, status: 'approved' },
      { laboratoryId: kolkata._id, date: '2026-11-02', amountPaise: 300_00, status: 'approved', category: 'rent' },
      { laboratoryId: kolkata._id, date: '2026-11-21', amountPaise: 2_000_00, status: 'pending' },
      { laboratoryId: kolkata._id, date: '2026-11-21', amountPaise: 9_000_00, status: 'rejected' },
      { laboratoryId: kolkata._id, date: '2026-10-22', amountPaise: 700_00, status: 'approved' },
      { laboratoryId: kolkata._id, date: '2026-10-23', amountPaise: 5_000_00, status: 'approved' },
      { laboratoryId: dubai._id, date: '2026-11-20', amountPaise: 40_00, status: 'approved' },
    ] as const satisfies Partial<TransactionRow>[];
    for (const row of rows) await enter(storedTransaction({ ...row, type: 'category' in row ? 'expense' : 'income' }));
  });
  afterAll(() => api.close());

  async function enter(after: TransactionRow): Promise<void> {
    const transactions = api.services.get(UnitOfWork);
    await transactions.run(async () => {
      await api.services.get(EntryRepository).insert(after);
      const changes = [{ before: null, after }];
      await transactions.raise(transactionsChanged, { actor: null, action: 'created', changes });
    });
  }
  const ask = (person: Person, query = '') => api.as(person).get(`/api/reports/analytics/financial?${query}`);
  async function analyze(person: Person, query = ''): Promise<FinancialAnalytics> {
    const response = await ask(person, query).expect(200);
    return (response.body as { data: FinancialAnalytics }).data;
  }
  const failureOf = async (person: Person, status: number, query = '') =>
    (await ask(person, query).expect(status)).body as Failure;

  it('cover the month so far, compared with the same days of the previous one', async () => {
    const { period, previousPeriod, rows, totals } = await analyze(superAdmin, 'compare=previous');
    expect([period, previousPeriod]).toEqual([
      { from: '2026-11-01', to: '2026-11-22' },
      { from: '2026-10-01', to: '2026-10-22' },
    ]);
    expect(rows).toHaveLength(22);
    expect(totals.values).toMatchObject({ incomePaise: 1_040_00, expensePaise: 300_00, netPaise: 740_00 });
    expect(totals.values.pending).toMatchObject({ count: 1, incomePaise: 2_000_00 });
    expect(totals.previous?.incomePaise).toBe(700_00);
    expect((await analyze(superAdmin)).previousPeriod).toBeNull();
  });

  it.each(['day', 'week', 'month', 'category', 'method', 'laboratory'])(
    'by %s add up to the total, which equals that of the list',
    async (groupBy) => {
      const days = 'from=2026-10-01&to=2026-11-22';
      const { rows, totals } = await analyze(superAdmin, `${days}&groupBy=${groupBy}`);
      const sum = (of: 'incomePaise' | 'expensePaise' | 'count') =>
        rows.reduce((total, { values }) => total + Number(values[of]), 0);
      const list = await api.as(superAdmin).get(`/api/transactions/totals?${days}`).expect(200);
      const { incomePaise, expensePaise, count } = (list.body as { data: TransactionTotals }).data;
      expect([sum('incomePaise'), sum('expensePaise'), sum('count')]).toEqual([incomePaise, expensePaise, count]);
      expect(totals.values).toMatchObject({ incomePaise, expensePaise, count });
    },
  );

  it('are limited to the narrower scope', async () => {
    const labAdmin = await api.person('lab_admin', {
      laboratoryId: dubai._id,
      permissionOverrides: { 'reports.view': true },
    });
    const own = await analyze(labAdmin, 'groupBy=laboratory');
    expect(own.rows.map(({ label }) => label)).toEqual(['Dubai Marina']);
    expect(own.totals.values.incomePaise).toBe(40_00);
    expect((await analyze(superAdmin, `laboratoryId=${dubai.id}`)).totals.values.incomePaise).toBe(40_00);
    expect((await failureOf(labAdmin, 404, `laboratoryId=${kolkata.id}`)).code).toBe('LABORATORY_NOT_FOUND');
  });

  it('need both permissions and name the missing one', async () => {
    const inDubai = { laboratoryId: dubai._id };
    await ask(await api.person('manager', { ...inDubai, permissionOverrides: { 'reports.view': false } })).expect(403);
    const blind = { 'reports.view': true, 'transactions.view': false };
    const reader = await api.person('lab_admin', { ...inDubai, permissionOverrides: blind });
    expect((await failureOf(reader, 403)).message).toMatch(/^This also needs the permission “.*Entries/);
  });

  it.each([
    ['from=2026-02-01&to=2026-01-01', 'to'],
    ['from=2025-01-01&to=2026-01-02', 'to'],
    ['from=1999-12-31', 'from'],
    ['groupBy=city', 'groupBy'],
  ])('refuse %s', async (query, field) => {
    expect((await failureOf(superAdmin, 400, query)).errors[0]?.field).toBe(field);
  });
});
