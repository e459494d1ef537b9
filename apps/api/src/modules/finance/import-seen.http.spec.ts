import type { Failure, TransactionImport } from '@shifa/contract';
import { addDays, businessDay } from '../../platform/time/business-day';
import { entryOf, FinanceDesk } from '../../../test/finance/finance-desk';
import { interruptNextTransaction } from '../../../test/interrupt';
import type { Person } from '../../../test/test-app';

const importOf = ({ body }: { body: unknown }) => (body as { data: TransactionImport }).data;
const codeOf = ({ body }: { body: unknown }) => (body as Failure).code;

describe('what an import of entries is compared with', () => {
  let desk: FinanceDesk;
  let today: string;

  beforeEach(async () => {
    desk = await FinanceDesk.open();
    today = businessDay(new Date(), desk.laboratory.timezone);
  });
  afterEach(() => desk.close());

  const transfer = {
    amountPaise: 90_000,
    paymentMethod: 'bank_transfer',
    reference: 'NEFT-1',
    party: 'Ruby Clinic',
  } as const;
  const send = (row: string, { dryRun = false, person = desk.clerk }: { dryRun?: boolean; person?: Person } = {}) => {
    const text = `Type,Amount,Category,Payment method,Reference,Party,Description,Date,Laboratory code\n${row}`;
    const content = Buffer.from(text).toString('base64');
    return desk.app.as(person).post('/api/transactions/import').send({ fileName: 'entries.csv', content, dryRun });
  };
  const row = (reference: string, { date = today, code = desk.laboratory.code } = {}) =>
    `Income,900,Test fees,Bank transfer,${reference},Ruby Clinic,Tests of May,${date},${code}`;

  it('is not the reference of an entry that was reversed', async () => {
    const original = await desk.approved(transfer);
    expect(importOf(await send(row('NEFT-1'), { dryRun: true }).expect(200)).faults).toHaveLength(1);
    const contra = entryOf(await desk.reverse(desk.otherClerk, original._id).expect(201));
    await desk.decide(desk.clerk, contra._id).expect(200);
    const again = importOf(await send(row('NEFT-1')).expect(200));
    expect(again).toMatchObject({ applied: true, faults: [] });
  });

  it('is not disclosed to a person who cannot see entries', async () => {
    const { transactionNo } = await desk.entered(desk.otherClerk, transfer);
    const permissionOverrides = { 'transactions.view': false };
    const blind = await desk.app.person('lab_admin', { laboratoryId: desk.laboratory._id, permissionOverrides });
    const [same, alike] = [row('NEFT-1'), row('NEFT-2').replace('Bank transfer', 'Cash').replace('NEFT-2', '')];
    await desk.entered(desk.otherClerk, { ...transfer, paymentMethod: 'cash', reference: null });
    for (const [person, told] of [
      [desk.clerk, `Reference: ${transactionNo} already has this reference`],
      [blind, 'Reference: Another entry already has this reference'],
    ] as const) {
      const [fault] = importOf(await send(same, { dryRun: true, person }).expect(200)).faults;
      expect(fault?.errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([told]);
      const { duplicates } = importOf(await send(alike, { dryRun: true, person }).expect(200));
      expect(duplicates).toHaveLength(person === blind ? 0 : 1);
    }
  });

  it('is read again before anything is written', async () => {
    const laboratory = async (status: string) => {
      const path = `/api/laboratories/${desk.laboratory.id}`;
      const response = await desk.app.as(desk.head).get(path).expect(200);
      const { version } = (response.body as { data: { version: number } }).data;
      await desk.app.as(desk.head).put(path).send({ status, version }).expect(200);
    };
    interruptNextTransaction(desk.app, () => desk.closeThrough(addDays(today, -1)));
    expect(codeOf(await send(row('NEFT-3', { date: addDays(today, -1) })).expect(409))).toBe('PERIOD_LOCKED');
    interruptNextTransaction(desk.app, () => laboratory('suspended'));
    expect(codeOf(await send(row('NEFT-4')).expect(409))).toBe('LABORATORY_SUSPENDED');
    await laboratory('active');
    expect(importOf(await send(row('NEFT-4')).expect(200)).applied).toBe(true);
    const { id, code } = await desk.app.laboratory();
    const archive = () => desk.app.as(desk.head).delete(`/api/laboratories/${id}`).query({ version: 1 }).expect(200);
    interruptNextTransaction(desk.app, archive);
    const refused = await send(row('NEFT-5', { code }), { person: desk.head }).expect(409);
    expect(codeOf(refused)).toBe('LABORATORY_ARCHIVED');
  });
});
