import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Report } from '@shifa/contract';
import { sheetXml, textCell, workbookParts, zipOf } from '../../../test/workbook-files';
import type { Place } from '../../platform/limits/fair-share';
import { pools } from '../../platform/limits/pools';
import { LabScope } from '../../platform/domain/lab-scope';
import { businessDay } from '../../platform/time/business-day';
import type { Person } from '../../../test/test-app';
import { FinanceDesk } from '../../../test/finance/finance-desk';
import { EntryRepository } from './entry/entry.repository';

describe('one person who keeps everything busy', () => {
  let desk: FinanceDesk;
  let today: string;
  const held: Place[] = [];

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    today = businessDay(new Date(), desk.laboratory.timezone);
    await desk.approved({ amountPaise: 10_000 });
  });
  afterEach(() => {
    for (const place of held.splice(0)) place.leave();
    jest.restoreAllMocks();
  });
  afterAll(() => desk.close());

  /** Uses the whole share of a person, running and waiting. */
  const saturate = (pool: keyof typeof pools, { id }: Person) => {
    const { runningPerPerson, waitingPerPerson } = pools[pool].limits;
    while (held.length < runningPerPerson + waitingPerPerson) held.push(pools[pool].claim(id));
  };
  const exportOf = (person: Person, format = 'xlsx') =>
    desk.app.as(person).get(`/api/transactions/export?format=${format}`);
  const importOf = (person: Person) => {
    const header = textCell('A1', 'Type') + textCell('B1', 'Amount');
    const content = zipOf(workbookParts(sheetXml([[1, header]]))).toString('base64');
    return desk.app
      .as(person)
      .post('/api/transactions/import')
      .send({ fileName: 'entries.xlsx', content, dryRun: true });
  };
  const reportOf = (person: Person) =>
    desk.app
      .as(person)
      .post('/api/reports/generate-excel')
      .send({ kind: 'financial', from: today, to: today, laboratoryId: desk.laboratory.id });

  it.each(['xlsx', 'csv'])('with 30 exports as %s at once is told to wait, and another one exports', async (format) => {
    saturate('sheetWriting', desk.clerk);
    const own = await Promise.all(Array.from({ length: 30 }, () => exportOf(desk.clerk, format)));
    expect(own.map(({ status }) => status)).toEqual(own.map(() => 503));
    expect(own[0]?.body).toMatchObject({ code: 'UNAVAILABLE', message: pools.sheetWriting.limits.ownTasks });
    expect(own.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    await exportOf(desk.otherClerk, format).expect(200);
  });

  it('with 30 exports at once gets some of them, and no other answer than 200 or 503', async () => {
    const own = Promise.all(Array.from({ length: 30 }, () => exportOf(desk.clerk)));
    await exportOf(desk.otherClerk).expect(200);
    const statuses = new Set((await own).map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(200);
    expect(pools.sheetWriting.isIdle).toBe(true);
  });

  it('with imports is told to wait, and another one imports', async () => {
    saturate('sheetReading', desk.clerk);
    const refused = await importOf(desk.clerk).expect(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // It was read: it has no rows.
    expect((await importOf(desk.otherClerk).expect(400)).body).toMatchObject({ code: 'SHEET_UNREADABLE' });
  });

  it('with reports gets 503 and no entry in the history', async () => {
    saturate('sheetWriting', desk.head);
    const refused = await reportOf(desk.head).expect(503);
    expect(refused.body).toMatchObject({ code: 'UNAVAILABLE' });
    const history = await desk.app.as(desk.head).get('/api/reports/history').expect(200);
    expect((history.body as { data: Report[] }).data).toEqual([]);
    await reportOf(desk.otherHead).expect(200);
  });

  it('with as many readers as there are threads, none of whom reads anything, keeps no thread and no cursor', async () => {
    const row = await desk.app.services.get(EntryRepository).findOne(LabScope.everywhere(), {});
    if (!row) throw new Error('There is no entry');
    let open = 0;
    jest.spyOn(EntryRepository.prototype, 'eachForReport').mockImplementation(async function* () {
      open += 1;
      for (let number = 0; number < 4_000; number += 1) {
        await Promise.resolve();
        yield { ...row, transactionNo: `N-${number}`, description: randomBytes(1_500).toString('base64') };
      }
      open -= 1;
    });
    const responses: IncomingMessage[] = [];
    for (let reader = 0; reader < pools.sheetWriting.limits.running; reader += 1) {
      const { hostname, port } = new URL(desk.app.url);
      const call = request({ hostname, port, path: '/api/reports/generate-excel', method: 'POST' });
      call.setHeader('authorization', `Bearer ${desk.head.token}`).setHeader('content-type', 'application/json');
      call.end(JSON.stringify({ kind: 'financial', from: today, to: today, laboratoryId: desk.laboratory.id }));
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      responses.push(response);
    }
    while (!pools.sheetWriting.isIdle) await new Promise((resolve) => setImmediate(resolve));
    expect(open).toBe(0);
    jest.restoreAllMocks();
    await reportOf(desk.otherHead).expect(200);
    for (const response of responses) response.destroy();
  });
});
