import { financialYearOf } from '@shifa/contract';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { addDays, businessDay } from '../../platform/time/business-day';
import { codeOf, entryOf, FinanceDesk } from '../../../test/finance/finance-desk';
import { interruptNextTransaction } from '../../../test/interrupt';
import { Books } from './books/books';
import { EntryRepository } from './entry/entry.repository';

const ENTRIES = 100;

describe('the numbers of entries', () => {
  let desk: FinanceDesk;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
  });
  afterAll(() => desk.close());

  it('consist of laboratory, financial year of the date and a running number', async () => {
    const { transactionNo, date } = await desk.entered(desk.clerk, { date: '2025-03-31' });
    expect([date, transactionNo]).toEqual(['2025-03-31', `${desk.laboratory.code}-2024-25-000001`]);
    expect((await desk.entered(desk.clerk, { date: '2025-04-01' })).transactionNo).toBe(
      `${desk.laboratory.code}-2025-26-000001`,
    );
    expect((await desk.entered(desk.clerk, { date: '2025-03-01' })).transactionNo).toBe(
      `${desk.laboratory.code}-2024-25-000002`,
    );
  });

  it('keep the code of the laboratory, also if it is changed at the same time as the first entry', async () => {
    const { id, code } = await desk.app.laboratory();
    interruptNextTransaction(desk.app, () => desk.entered(desk.head, { laboratoryId: id }));
    const body = { code: `${code}X`, version: 1 };
    const renamed = await desk.app.as(desk.head).put(`/api/laboratories/${id}`).send(body).expect(409);
    expect(codeOf(renamed)).toBe('LABORATORY_CODE_FROZEN');
  });

  it(`have no gaps after ${ENTRIES} concurrent requests in two laboratories and years, some of which fail`, async () => {
    const laboratories = [await desk.app.laboratory(), await desk.app.laboratory()];
    const today = businessDay(new Date(), 'Asia/Kolkata');
    const days = [today, addDays(today, -366)];
    const transactions = desk.app.services.get(UnitOfWork);
    const posting = desk.app.services.get(Books);

    const attempts = Array.from({ length: ENTRIES }, async (_, turn) => {
      const [laboratory, date] = [laboratories[turn % 2], days[(turn >> 1) % 2] ?? today];
      if (turn % 10 === 9 && laboratory) {
        // Fails after taking its number.
        const failing = transactions.run(async () => {
          await posting.takeNumbers(laboratory, [date]);
          throw new Error('in vain');
        });
        await expect(failing).rejects.toThrow('in vain');
        return null;
      }
      // Refused by a rule, before or after taking its number.
      const amountPaise = turn % 10 === 5 ? 0 : 100;
      const response = await desk.app.as(desk.head).post('/api/transactions').send({
        laboratoryId: laboratory?.id,
        date,
        amountPaise,
        type: 'income',
        category: 'test_fees',
        paymentMethod: 'cash',
        description: 'Blood tests of the day',
      });
      return response.status === 201 ? entryOf(response).transactionNo : null;
    });
    const numbers = (await Promise.all(attempts)).filter((number) => number !== null);
    expect(numbers).toHaveLength((ENTRIES * 8) / 10);

    for (const { id, code } of laboratories) {
      const rows = await desk.app.services.get(EntryRepository).find(LabScope.ofLaboratory(id), {}, { limit: 200 });
      for (const year of days.map(financialYearOf)) {
        const ofYear = rows.flatMap(({ transactionNo, date }) => (financialYearOf(date) === year ? transactionNo : []));
        const expected = ofYear.map((_, place) => `${code}-${year}-${String(place + 1).padStart(6, '0')}`);
        expect(ofYear.length).toBeGreaterThan(10);
        expect(ofYear.sort()).toEqual(expected);
        expect(numbers).toEqual(expect.arrayContaining(expected));
      }
    }
  });
});
