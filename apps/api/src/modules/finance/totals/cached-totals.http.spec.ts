import type { TransactionReport } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { Caches } from '../../../platform/cache/caches';
import { Clock } from '../../../platform/time/clock';
import { examinedBy } from '../../../../test/explain';
import type { Person } from '../../../../test/test-app';
import { FinanceDesk } from '../../../../test/finance/finance-desk';
import { CheckTotals } from './check-totals';

describe('remembered totals', () => {
  let desk: FinanceDesk;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    jest.spyOn(desk.app.services.get(Clock), 'now').mockReturnValue(new Date('2026-11-22T10:00:00.000Z'));
    for (const date of ['2026-09-30', '2026-10-05', '2026-11-02', '2026-11-20']) await enter(date);
  });
  afterAll(() => desk.app.close());

  const enter = (date: string, amountPaise = 10_000) => desk.entered(desk.head, { date, amountPaise });
  async function report(groupBy: string, person: Person = desk.head, filter = ''): Promise<TransactionReport> {
    const path = `/api/transactions/reports?groupBy=${groupBy}&from=2026-09-15&to=2026-11-21${filter}`;
    return ((await desk.app.as(person).get(path).expect(200)).body as { data: TransactionReport }).data;
  }
  async function totalsRead(work: () => Promise<unknown>): Promise<number | undefined> {
    const connection = desk.app.services.get<Connection>(getConnectionToken());
    return (await examinedBy(connection, work))['finance-figures'];
  }

  it.each(['day', 'month', 'category'])('by %s are read again only for the month of a change', async (groupBy) => {
    const before = await report(groupBy);
    expect(await totalsRead(() => report(groupBy))).toBeUndefined();
    const { _id, version } = await enter('2026-10-06');
    const after = await report(groupBy);
    expect(after.totals.count + after.totals.pending.count).toBe(before.totals.count + before.totals.pending.count + 1);

    // Of October, either the one document of the month, or those of its two days with entries.
    await enter('2026-10-06');
    expect(await totalsRead(() => report(groupBy))).toBe(groupBy === 'day' ? 2 : 1);

    // A moved entry changes both months.
    const moved = { date: '2026-11-20', version };
    await desk.app.as(desk.head).put(`/api/transactions/${_id}`).send(moved).expect(200);
    const { totals } = await report(groupBy);
    expect(totals.count + totals.pending.count).toBe(after.totals.count + after.totals.pending.count + 1);
    const days = (await report('day')).rows.filter(({ key }) => ['2026-10-06', '2026-11-20'].includes(key));
    const entries = days.map(({ count, pending }) => count + pending.count);
    const known = await countByDay(['2026-10-06', '2026-11-20']);
    expect(entries).toEqual(known);
  });

  async function countByDay(days: readonly string[]): Promise<number[]> {
    const found = days.map(async (day) => {
      const list = await desk.app.as(desk.head).get(`/api/transactions?from=${day}&to=${day}&limit=1`).expect(200);
      return (list.body as { pagination: { total: number } }).pagination.total;
    });
    return Promise.all(found);
  }

  it('of most of a month leave out its other days, also those that change', async () => {
    const path = '/api/transactions/reports?groupBy=category&from=2026-11-01&to=2026-11-20';
    const entries = async () => {
      const { data } = (await desk.app.as(desk.head).get(path).expect(200)).body as { data: TransactionReport };
      return data.totals.count + data.totals.pending.count;
    };
    const before = await entries();
    await enter('2026-11-21');
    expect(await entries()).toBe(before);
    await enter('2026-11-20');
    expect(await entries()).toBe(before + 1);
    expect(await totalsRead(entries)).toBeUndefined();
    await enter('2026-11-19');
    // The month, and the day that is left out.
    expect(await totalsRead(entries)).toBe(2);
  });

  it('of one viewer are not shown to another of a narrower scope', async () => {
    const foreign = await desk.app.laboratory();
    const stranger = await desk.app.person('lab_admin', { laboratoryId: foreign._id });
    expect((await report('category')).totals.pending.count).toBeGreaterThan(0);
    expect((await report('category', stranger)).rows).toEqual([]);
    expect((await report('category', desk.head, `&laboratoryId=${foreign.id}`)).rows).toEqual([]);
    expect((await report('category', desk.clerk)).totals).toEqual((await report('category')).totals);
  });

  it('are forgotten when they are rebuilt', async () => {
    const correct = await report('month');
    const connection = desk.app.services.get<Connection>(getConnectionToken());
    await connection.collection('finance-figures').deleteMany({ period: '2026-10' });
    expect(await report('month')).toEqual(correct);
    await desk.app.services.get(CheckTotals).rebuild();
    expect(await totalsRead(() => report('month'))).toBeGreaterThan(0);
    expect(await report('month')).toEqual(correct);
  });

  it('on the dashboard are those of the entries once they are rebuilt', async () => {
    const finance = async (path: string) => {
      const answer = await desk.app.as(desk.head).get(`/api/dashboard${path}`).expect(200);
      return (answer.body as { data: { finance: unknown } }).data.finance;
    };
    const shown = () => Promise.all(['', '/quick-stats'].map(finance));
    const correct = await shown();
    const figures = desk.app.services.get<Connection>(getConnectionToken()).collection('finance-figures');
    await figures.deleteMany({ period: { $regex: '^2026-11' } });
    desk.app.services.get(Caches).clear();
    expect(await shown()).not.toEqual(correct);
    await desk.app.services.get(CheckTotals).rebuild();
    expect(await shown()).toEqual(correct);
  });

  it('are read again only for the laboratory of a change, also of its first entry', async () => {
    const [one, other] = [await desk.app.laboratory(), await desk.app.laboratory()];
    const enterIn = (laboratoryId: string) => desk.entered(desk.head, { date: '2026-10-07', laboratoryId });
    const entries = async () => {
      const { totals } = await report('laboratory');
      return totals.count + totals.pending.count;
    };
    const before = await entries();
    for (const [index, { id }] of [one, other, one].entries()) {
      await enterIn(id);
      expect(await entries()).toBe(before + index + 1);
    }
    await enterIn(other.id);
    // Of October in that laboratory.
    expect(await totalsRead(entries)).toBe(1);
    expect(await entries()).toBe(before + 4);
    const { rows } = await report('laboratory', desk.head, `&laboratoryId=${one.id}`);
    expect(rows.map(({ key, pending }) => [key, pending.count])).toEqual([[one.id, 2]]);
  });
});
