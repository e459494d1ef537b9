import type { TransactionTotals } from '@shifa/contract';
import { CreditDesk } from '../../../../test/finance/credit-desk';
import { entryOf, FinanceDesk } from '../../../../test/finance/finance-desk';
import type { Person, TestApp } from '../../../../test/test-app';
import { CheckTotals } from './check-totals';

jest.setTimeout(120_000);

const rent = { type: 'expense', category: 'rent', party: 'Landlord' } as const;
const filters = [
  {},
  { status: ['approved', 'reversed'] },
  { category: ['rent', 'equipment'] },
  { paymentMethod: ['cash'], type: ['expense'] },
  { from: '2026-10-20', to: '2026-11-03' },
  { from: '2026-11-02' },
  { to: '2026-11-04', status: ['pending'] },
];

/** As the entries of the party add up: every amount is at least that. */
async function readTotals(app: TestApp, person: Person, party: string): Promise<TransactionTotals[]> {
  const read = async (query: object) => {
    const answer = await app.as(person).get('/api/transactions/totals').query(query).expect(200);
    return (answer.body as { data: TransactionTotals }).data;
  };
  const all = [];
  for (const filter of filters) {
    const totals = await read({ ...filter, party });
    expect([filter, totals]).toEqual([filter, await read({ ...filter, party, minAmount: '0.01' })]);
    all.push(totals);
  }
  const checks = await app.services.get(CheckTotals).check();
  expect(checks.flatMap(({ differences }) => differences)).toEqual([]);
  return all;
}

describe('the totals of a party', () => {
  afterEach(() => jest.restoreAllMocks());

  it('follow each write to its entries', async () => {
    const desk = await FinanceDesk.openAt('2026-11-04T10:00:00Z');
    const { app, clerk, otherClerk, head } = desk;
    const elsewhere = await app.laboratory();
    const count = async (party = 'landlord', person = clerk) => (await readTotals(app, person, party))[0]?.total;

    expect(await count()).toBe(0);
    const entry = await desk.entered(otherClerk, { ...rent, date: '2026-11-03', amountPaise: 100 });
    const other = await desk.entered(otherClerk, { ...rent, date: '2026-11-01', amountPaise: 250 });
    await desk.entered(head, { ...rent, laboratoryId: elsewhere.id, amountPaise: 400 });
    expect([await count(), await count(' LANDLORD', head)]).toEqual([2, 3]);

    const moved = entryOf(await desk.edit(otherClerk, entry, { date: '2026-10-31', amountPaise: 300 }).expect(200));
    expect(await count()).toBe(2);
    await desk.edit(otherClerk, moved, { party: 'Landlady' }).expect(200);
    expect([await count(), await count('landlady')]).toEqual([1, 1]);
    const nameless = await desk.edit(otherClerk, { _id: entry._id, version: moved.version + 1 }, { party: null });
    await desk.edit(otherClerk, entryOf(nameless), { party: 'Landlord' }).expect(200);
    expect([await count(), await count('landlady')]).toEqual([2, 0]);

    await desk.decide(clerk, entry._id).expect(200);
    await desk.reject(clerk, other._id).expect(200);
    const { _id: cancelled } = await desk.entered(clerk, { ...rent, amountPaise: 500 });
    await desk.cancel(clerk, cancelled).expect(200);
    const { _id: contra } = entryOf(await desk.reverse(clerk, entry._id, 'Paid twice').expect(201));
    expect(await count()).toBe(4);
    await desk.decide(otherClerk, contra).expect(200);
    const [all] = await readTotals(app, clerk, 'landlord');
    // The entry and its contra entry; what was rejected and cancelled does not count.
    expect(all).toMatchObject({ count: 2, expensePaise: 0, total: 4 });

    const sheet = 'Type,Amount,Category,Payment method,Description,Date,Party\nexpense,750,Rent,cash,Rent,,landLORD';
    const content = Buffer.from(sheet).toString('base64');
    await app.as(clerk).post('/api/transactions/import').send({ fileName: 'rent', content }).expect(200);
    expect(await count()).toBe(5);
    await desk.close();
  });

  it('follow bills and credit notes', async () => {
    const desk = await CreditDesk.open();
    const { app } = desk.stock;
    const setting = await desk.credited(2);
    const { party } = await desk.entry(setting.bill._id);
    const [billed] = await readTotals(app, desk.clerk, party ?? '');
    expect(billed).toMatchObject({ count: 1, expensePaise: 141_600, pending: { count: 0 } });
    const credit = await desk.enteredCredit(setting, 28_320);
    expect((await readTotals(app, desk.clerk, party ?? ''))[0]).toMatchObject({
      expensePaise: 141_600,
      pending: { count: 1, expensePaise: -28_320 },
    });
    await desk.approver().decide(credit._id).expect(200);
    const [credited] = await readTotals(app, desk.clerk, party ?? '');
    expect(credited).toMatchObject({ count: 2, expensePaise: 113_280, pending: { count: 0 } });
    await desk.close();
  });
});
