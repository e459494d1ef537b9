import { type Failure, transactionExportColumns, type TransactionImport } from '@shifa/contract';
import readXlsxFile from 'read-excel-file/node';
import { addDays, businessDay } from '../../platform/time/business-day';
import type { Person } from '../../../test/test-app';
import { FinanceDesk } from '../../../test/finance/finance-desk';
import { MAX_EXPORT_ROWS } from './entry-sheet';
import { EntryRepository } from './entry/entry.repository';

const headings = Object.values(transactionExportColumns);
const places = Object.fromEntries(Object.keys(transactionExportColumns).map((field, place) => [field, place]));

describe('the list of entries as a file', () => {
  let desk: FinanceDesk;
  let today: string;

  beforeAll(async () => {
    desk = await FinanceDesk.open({ timezone: 'Asia/Dubai' });
    today = businessDay(new Date(), 'Asia/Dubai');
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => desk.close());

  const download = (query: object = {}, person: Person = desk.clerk) =>
    desk.app
      .as(person)
      .get('/api/transactions/export')
      .query(query)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          done(null, Buffer.concat(chunks));
        });
      });
  const cellsOf = async (query: object = {}, person?: Person) => {
    const [sheet] = await readXlsxFile((await download(query, person).expect(200)).body as Buffer);
    return sheet?.data ?? [];
  };
  const take = (content: Buffer) =>
    desk.app
      .as(desk.clerk)
      .post('/api/transactions/import')
      .send({ fileName: 'entries', content: content.toString('base64') })
      .expect(200);

  it('has typed cells: days, amounts in rupees, local times, text that stays text', async () => {
    const party = '=HYPERLINK("https://evil.example","Click")';
    const entry = await desk.approved({
      party,
      amountPaise: 10_000_005,
      date: addDays(today, -1),
      reference: '+91',
      paymentMethod: 'upi',
      description: 'Fees of a camp',
    });
    await desk.decide(desk.head, entry._id).expect(200);
    const reversal = await desk.reverse(desk.clerk, entry._id, 'Entered for the wrong camp').expect(201);
    const contra = (reversal.body as { data: { transactionNo: string } }).data;

    const response = await download({ sort: 'transactionNo' }).expect(200);
    expect(response.headers['content-disposition']).toBe(`attachment; filename=transactions-${today}.xlsx`);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    const [sheet] = await readXlsxFile(response.body as Buffer);
    const [header, original, back] = sheet?.data ?? [];
    expect(header).toEqual(headings);
    const { createdAt } = await desk.read(entry._id);
    // Excel has no time zones: Dubai is four hours ahead of UTC.
    const clock = new Date(Date.parse(`${createdAt.slice(0, 16)}:00.000Z`) + 4 * 3_600_000);
    // A time in a sheet is a fraction of a day, which can be off by a millisecond.
    const read = original?.map((cell) =>
      cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell,
    );
    expect(read).toEqual([
      entry.transactionNo,
      new Date(`${entry.date}T00:00:00.000Z`),
      'Income',
      100_000.05,
      'Test fees',
      'UPI',
      '+91',
      party,
      'Fees of a camp',
      desk.laboratory.code,
      'Approved',
      'Above the approval limit',
      null,
      contra.transactionNo,
      desk.otherClerk.user.name,
      clock,
      `${desk.clerk.user.name}, ${desk.head.user.name}`,
      null,
      0,
    ]);
    expect(back?.[places.amount ?? 0]).toBe(-100_000.05);
    expect(back?.[places.reversalOf ?? 0]).toBe(entry.transactionNo);
  });

  it('can be imported again, as Excel and as CSV', async () => {
    const entry = { party: '@Shop', description: 'Tea, "and" biscuits', amountPaise: 7, date: addDays(today, -2) };
    await desk.entered(desk.clerk, { ...entry, type: 'expense', category: 'petty_cash' });
    for (const format of ['xlsx', 'csv']) {
      const response = await download({ party: '@shop', format }).expect(200);
      const { applied, created } = ((await take(response.body as Buffer)).body as { data: TransactionImport }).data;
      expect(applied).toBe(true);
      for (const { _id } of created) {
        expect(await desk.read(_id)).toMatchObject({ ...entry, type: 'expense', category: 'petty_cash' });
      }
    }
  });

  it('has the same content as CSV and as Excel, with the time zone', async () => {
    const { _id, transactionNo } = await desk.entered(desk.clerk, { amountPaise: 123_450, party: 'Only one' });
    const response = await download({ party: 'only one', format: 'csv' }).expect(200);
    const { createdAt } = await desk.read(_id);
    const clock = new Date(Date.parse(createdAt) + 4 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    const [head, row, end] = (response.body as Buffer).toString('utf8').split('\r\n');
    expect(head).toBe(`\uFEFF${headings.join(',')}`);
    expect(row?.startsWith(`${transactionNo},${today},Income,1234.5,Test fees,Cash,,Only one,`)).toBe(true);
    expect(row).toContain(`,${clock} GMT+4,`);
    expect(end).toBe('');
  });

  it('contains the filtered list in its order, limited to the own laboratory', async () => {
    const other = await desk.app.laboratory();
    const there = await desk.app.person('lab_admin', { laboratoryId: other._id });
    for (const amountPaise of [300, 100, 200]) {
      await desk.entered(there, { laboratoryId: other.id, amountPaise, type: 'expense', category: 'rent' });
    }
    await desk.entered(there, { laboratoryId: other.id, amountPaise: 150 });
    const query = { type: 'expense', sort: '-amountPaise', laboratoryId: other.id };
    const amounts = (rows: unknown[][]) => rows.slice(1).map((row) => row[places.amount ?? 0]);
    expect(amounts(await cellsOf(query, there))).toEqual([3, 2, 1]);
    expect(amounts(await cellsOf({ ...query, maxAmount: '2' }, desk.head))).toEqual([2, 1]);
    expect(await cellsOf(query)).toHaveLength(1);
  });

  it('is refused above the maximum number of rows, with the number of entries', async () => {
    const entries = desk.app.services.get(EntryRepository);
    const counting = jest.spyOn(entries, 'count').mockResolvedValue(MAX_EXPORT_ROWS + 1);
    const failure = (await desk.app.as(desk.clerk).get('/api/transactions/export').expect(400)).body as Failure;
    expect(failure).toMatchObject({
      code: 'EXPORT_TOO_LARGE',
      message: 'There are 50,001 entries, but a file can hold at most 50,000. Narrow the filter.',
    });
    counting.mockRestore();
  });

  it('requires the permission to export', async () => {
    const { _id: laboratoryId } = desk.laboratory;
    const permissionOverrides = { 'transactions.export': false };
    await download({}, await desk.app.person('lab_admin', { laboratoryId, permissionOverrides })).expect(403);
  });

  it.each(['xlsx', 'csv'])('has an empty %s template', async (format) => {
    const response = await desk.app
      .as(desk.clerk)
      .get('/api/transactions/import/template')
      .query({ format })
      .responseType('blob')
      .expect(200);
    expect(response.headers['content-disposition']).toBe(`attachment; filename=transactions-import.${format}`);
    const content = (response.body as Buffer).toString('base64');
    const body = { fileName: 'empty', content };
    const answer = await desk.app.as(desk.clerk).post('/api/transactions/import').send(body).expect(400);
    expect((answer.body as Failure).message).toBe('This sheet has no rows below its header');
  });
});
