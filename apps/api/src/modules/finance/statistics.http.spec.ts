import type { LaboratoryStats, TransactionReport, TransactionStats, TransactionTotals } from '@shifa/contract';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type Person, TestApp } from '../../../test/test-app';
import type { LaboratoryRow } from '../laboratories/laboratory.document';
import { storedTransaction } from '../../../test/finance/stored-transaction';
import { transactionsChanged } from './entry/entries';
import type { TransactionRow } from './entry/entry.document';
import { EntryRepository } from './entry/entry.repository';

describe('totals within the scope', () => {
  let api: TestApp;
  let kolkata: LaboratoryRow & { id: string };
  let dubai: LaboratoryRow & { id: string };
  let superAdmin: Person;
  let labAdmin: Person;

  beforeAll(async () => {
    api = await TestApp.start();
    // Half past midnight of 1 December in Kolkata, eleven in the evening of 30 November in Dubai.
    jest.spyOn(api.services.get(Clock), 'now').mockReturnValue(new Date('2026-11-30T19:00:00.000Z'));
    kolkata = await api.laboratory({ name: 'Kolkata Central', timezone: 'Asia/Kolkata' });
    dubai = await api.laboratory({ name: 'Dubai Marina', timezone: 'Asia/Dubai' });
    superAdmin = await api.person('super_admin');
    labAdmin = await api.person('lab_admin', { laboratoryId: dubai._id });
    const rows = [
      { laboratoryId: kolkata._id, date: '2026-12-01', amountPaise: 1_000_00, status: 'approved' },
      { laboratoryId: kolkata._id, date: '2026-11-30', amountPaise: 2_000_00, status: 'pending' },
      { laboratoryId: dubai._id, date: '2026-11-30', amountPaise: 40_00, status: 'approved' },
      { laboratoryId: dubai._id, date: '2026-11-29', amountPaise: 10_00, status: 'pending' },
      { laboratoryId: dubai._id, date: '2026-11-12', amountPaise: 5_00, status: 'rejected' },
      { laboratoryId: dubai._id, date: '2026-10-12', amountPaise: 7_00, status: 'approved', category: 'rent' },
    ] as const satisfies Partial<TransactionRow>[];
    for (const row of rows) await enter(storedTransaction({ ...row, type: 'category' in row ? 'expense' : 'income' }));
  });
  afterAll(() => api.close());

  async function enter(after: TransactionRow): Promise<void> {
    const transactions = api.services.get(UnitOfWork);
    await transactions.run(async () => {
      await api.services.get(EntryRepository).insert(after);
      await transactions.raise(transactionsChanged, {
        actor: null,
        action: 'created',
        changes: [{ before: null, after }],
      });
    });
  }
  async function get<Data>(person: Person, path: string): Promise<Data> {
    const response = await api.as(person).get(`/api${path}`).expect(200);
    return (response.body as { data: Data }).data;
  }
  const stats = (person: Person, query = '') => get<TransactionStats>(person, `/transactions/stats?${query}`);
  const report = (person: Person, query: string) => get<TransactionReport>(person, `/transactions/reports?${query}`);

  it('default to the current month of the only laboratory, or of the network', async () => {
    expect((await stats(superAdmin)).period).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect((await stats(labAdmin)).period).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect((await stats(superAdmin, `laboratoryId=${dubai.id}`)).period).toEqual({
      from: '2026-11-01',
      to: '2026-11-30',
    });
    const both = await stats(superAdmin, `laboratoryId=${dubai.id}&laboratoryId=${kolkata.id}`);
    expect(both.period).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });

  it('include the laboratories in scope and no others', async () => {
    const own = await stats(labAdmin, 'from=2026-11-01&to=2026-12-31');
    expect(own).toMatchObject({
      count: 1,
      incomePaise: 40_00,
      pending: { count: 1, incomePaise: 10_00 },
      rejectedCount: 1,
    });
    const november = await stats(labAdmin, 'from=2026-11-01&to=2026-11-30');
    expect(november).toMatchObject({ incomePaise: 40_00, previous: { expensePaise: 7_00, netPaise: -7_00 } });
    const foreign = await stats(labAdmin, `laboratoryId=${kolkata.id}&from=2026-11-01&to=2026-12-31`);
    expect(foreign).toMatchObject({ count: 0, incomePaise: 0, pending: { count: 0 }, waitingForMe: 0, byCategory: [] });
    const laboratories = await report(labAdmin, 'groupBy=laboratory&from=2026-10-01&to=2026-12-31');
    expect(laboratories.rows.map(({ key, label }) => [key, label])).toEqual([[dubai.id, 'Dubai Marina']]);
    const totals = await get<TransactionTotals>(labAdmin, `/transactions/totals?laboratoryId=${kolkata.id}`);
    expect(totals.total).toBe(0);
    expect((await get<TransactionTotals>(labAdmin, '/transactions/totals?search=blood')).total).toBe(4);
    expect((await get<TransactionTotals>(superAdmin, '/transactions/totals?search=blood')).total).toBe(6);
  });

  it('name each laboratory in scope and compare it with the previous period', async () => {
    const { rows, totals } = await report(
      superAdmin,
      'groupBy=laboratory&from=2026-11-01&to=2026-11-30&compare=previous',
    );
    expect(rows.map(({ label, netPaise, pending, previous }) => [label, netPaise, pending.count, previous])).toEqual([
      ['Dubai Marina', 40_00, 1, { count: 1, incomePaise: 0, expensePaise: 7_00, netPaise: -7_00 }],
      ['Kolkata Central', 0, 1, { count: 0, incomePaise: 0, expensePaise: 0, netPaise: 0 }],
    ]);
    expect(totals.previous?.netPaise).toBe(-7_00);
  });

  it('of a period that is not over are compared with the same days of the previous one', async () => {
    const december = await stats(superAdmin);
    expect(december).toMatchObject({
      previousPeriod: { from: '2026-11-01', to: '2026-11-01' },
      previous: { count: 0 },
    });
    const twoMonths = await report(labAdmin, 'from=2026-11-01&to=2026-12-31&compare=previous');
    expect(twoMonths.previousPeriod).toEqual({ from: '2026-09-01', to: '2026-09-30' });
    expect(twoMonths.rows.map(({ key, previous }) => [key, previous?.count])).toEqual([
      ['2026-11', 0],
      ['2026-12', undefined],
    ]);
  });

  it('of one laboratory equal the block on its page', async () => {
    const { finance } = await get<LaboratoryStats>(labAdmin, `/laboratories/${dubai.id}/stats`);
    const { incomePaise, expensePaise, netPaise, pending } = await stats(labAdmin);
    expect(finance).toEqual({ incomePaise, expensePaise, netPaise, pendingCount: pending.count });
    expect(finance).toMatchObject({ incomePaise: 40_00, pendingCount: 1 });
  });

  it('omit the block for people who cannot view entries', async () => {
    const blind = await api.person('lab_admin', {
      laboratoryId: dubai._id,
      permissionOverrides: { 'transactions.view': false },
    });
    expect(await get<LaboratoryStats>(blind, `/laboratories/${dubai.id}/stats`)).not.toHaveProperty('finance');
    await api.as(blind).get('/api/transactions/stats').expect(403);
  });

  it('count the same waiting entries as their list', async () => {
    await enter(storedTransaction({ laboratoryId: dubai._id, createdBy: { _id: labAdmin.user._id, name: 'Own' } }));
    for (const person of [labAdmin, superAdmin]) {
      const list = await api.as(person).get('/api/transactions?waitingForMe=true').expect(200);
      const { total } = (list.body as { pagination: { total: number } }).pagination;
      expect((await stats(person)).waitingForMe).toBe(total);
    }
    expect((await stats(labAdmin)).waitingForMe).toBe(1);
    const reader = await api.person('staff', {
      laboratoryId: dubai._id,
      permissionOverrides: { 'transactions.view': true },
    });
    expect((await stats(reader)).waitingForMe).toBe(0);
  });

  it.each([
    ['stats?from=2026-02-01&to=2026-01-01', 'to'],
    ['reports?from=2025-01-01&to=2026-01-02', 'to'],
    ['stats?from=0100-01-01', 'from'],
    ['reports?groupBy=city', 'groupBy'],
  ])('refuse %s', async (path, field) => {
    const response = await api.as(superAdmin).get(`/api/transactions/${path}`).expect(400);
    expect((response.body as { errors: { field: string }[] }).errors[0]?.field).toBe(field);
  });

  it('support the last day of the calendar', async () => {
    const { rows } = await report(superAdmin, 'groupBy=week&from=9999-12-15&to=9999-12-31&compare=previous');
    expect(rows.at(-1)?.period.to).toBe('9999-12-31');
    expect((await stats(superAdmin, 'from=2000-01-01&to=2000-01-31')).previousPeriod.to).toBe('1999-12-31');
  });
});
