import {
  type Failure,
  MAX_SHEET_ROWS,
  type TransactionImport,
  type TransactionListItem,
  transactionSheetColumns,
} from '@shifa/contract';
import ExcelJS from 'exceljs';
import { addDays } from '../../platform/time/business-day';
import { formatDay } from '../../platform/time/format-time';
import type { Person } from '../../../test/test-app';
import { FinanceDesk } from '../../../test/finance/finance-desk';

type Line = Partial<Record<keyof typeof transactionSheetColumns, string | number | Date | null>>;

const fields = Object.keys(transactionSheetColumns) as (keyof typeof transactionSheetColumns)[];
const importOf = ({ body }: { body: unknown }) => (body as { data: TransactionImport }).data;
const amountFault = 'Enter an amount above zero with at most two decimals, such as 1,250.50';

async function xlsx(lines: Line[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Entries');
  sheet.addRow(Object.values(transactionSheetColumns));
  for (const line of lines) sheet.addRow(fields.map((field) => line[field] ?? null));
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

describe('entries from a sheet', () => {
  let desk: FinanceDesk;
  const today = '2026-11-22';

  beforeEach(async () => {
    desk = await FinanceDesk.openAt(`${today}T10:00:00Z`);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  const send = (content: Buffer, { dryRun = false, person = desk.clerk } = {}) =>
    desk.app
      .as(person)
      .post('/api/transactions/import')
      .send({ fileName: 'entries', content: content.toString('base64'), dryRun });
  const csv = (text: string, options = {}) => send(Buffer.from(text), options);
  const line = (overrides: Line = {}): Line => ({
    type: 'Income',
    amount: 1250.5,
    category: 'Test fees',
    paymentMethod: 'Cash',
    description: 'Fees of the day',
    laboratoryId: desk.laboratory.code,
    ...overrides,
  });
  const list = async (query: object = {}, person: Person = desk.clerk) => {
    const response = await desk.app.as(person).get('/api/transactions').query(query).expect(200);
    return (response.body as { data: TransactionListItem[] }).data;
  };

  it('are all written or none, and each row is reported with all its faults', async () => {
    const other = await desk.app.laboratory();
    const known = await desk.entered(desk.clerk, { reference: 'UTR 77' });
    const lines = [
      line(),
      line({ type: 'Revenue', amount: '0', category: null, paymentMethod: 'Barter', description: 'x' }),
      line({ category: 'Rent' }),
      line({ paymentMethod: 'UPI' }),
      line({ reference: 'utr77', category: 'Rent' }),
      line({ reference: 'CHQ 5', paymentMethod: 'cheque' }),
      line({ reference: 'chq5' }),
      line({ date: 'soon' }),
      line({ date: addDays(today, 1) }),
      line({ date: new Date(Date.UTC(1999, 0, 1)) }),
      line({ laboratoryId: other.code }),
      line({ laboratoryId: 'NOWHERE' }),
      line({ party: 'x'.repeat(121), description: 'A long party' }),
    ];
    const dry = importOf(await send(await xlsx(lines), { dryRun: true }).expect(200));
    expect(dry).toMatchObject({ applied: false, rows: 13, created: [], incomePaise: 12 * 125_050, expensePaise: 0 });
    const reported = dry.faults.map(({ row, errors }) => [
      row,
      ...errors.map(({ field, message }) => `${field}: ${message}`),
    ]);
    expect(reported).toEqual([
      [
        3,
        'Type: Type must be one of Income, Expense',
        `Amount: ${amountFault}`,
        'Category: Category is required',
        'Payment method: Payment method must be one of Cash, UPI, Card, Bank transfer, Cheque, Wallet, Credit',
        'Description: Description must be at least 3 characters',
      ],
      [4, 'Category: Choose an income category'],
      [5, 'Reference: Reference is required for UPI, bank transfer and cheque'],
      [6, 'Category: Choose an income category', `Reference: ${known.transactionNo} already has this reference`],
      [8, 'Reference: Row 7 has the same reference'],
      [9, 'Date: Enter a date as YYYY-MM-DD or DD/MM/YYYY'],
      [10, `Date: Must not be after today, ${formatDay(today)}`],
      [11, 'Date: Must not be before the year 2000'],
      [12, `Laboratory code: No laboratory has the code ${other.code}`],
      [13, 'Laboratory code: No laboratory has the code NOWHERE'],
      [14, 'Party: Party must be at most 120 characters'],
    ]);
    expect(dry.faults.map(({ label }) => label)).toContain('A long party');
    expect(importOf(await send(await xlsx(lines)).expect(200))).toEqual(dry);
    expect(await list()).toHaveLength(1);
  });

  it('read types, categories and methods by label or code and dates in usual formats, and default to today', async () => {
    const text = [
      '\uFEFFTYPE;amount;Category;PAYMENT method;Description;Date;Party;Reference',
      'income;"1,00,000.50";test_fees;Cash;"Camp; ""north"" side";01/04/2026;City Hospital;',
      ';;;;;;;',
      'EXPENSE;₹ 500;biomedical waste;bank_transfer;Collection of waste;2026-04-02;;NEFT 12',
      'Expense;750;Petty cash;cash;Tea;;;',
    ].join('\r\n');
    const answer = importOf(await csv(text).expect(200));
    expect(answer).toMatchObject({ applied: true, faults: [], incomePaise: 10_000_050, expensePaise: 125_000 });
    const entries = await list({ sort: 'transactionNo' });
    expect(entries.map(({ _id, transactionNo }) => ({ _id, transactionNo }))).toEqual(answer.created);
    expect(entries).toMatchObject([
      {
        type: 'income',
        amountPaise: 10_000_050,
        category: 'test_fees',
        paymentMethod: 'cash',
        description: 'Camp; "north" side',
        date: '2026-04-01',
        party: 'City Hospital',
        status: 'pending',
        createdBy: { name: desk.clerk.user.name },
        flags: ['above_limit', 'back_dated'],
      },
      { category: 'biomedical_waste', paymentMethod: 'bank_transfer', date: '2026-04-02', reference: 'NEFT 12' },
      { category: 'petty_cash', date: today, party: null, reference: null },
    ]);
  });

  it('name duplicates of entries and of earlier rows, which are imported nevertheless', async () => {
    const known = await desk.entered(desk.clerk, { party: 'City Hospital', amountPaise: 125_050, date: today });
    const lines = [
      line({ party: ' city HOSPITAL', category: 'Test fees' }),
      line({ party: 'Another Hospital' }),
      line({ amount: 5 }),
      line({ amount: 5, description: 'The same again' }),
      line({ amount: 5, date: addDays(today, -1) }),
      line({ amount: 5, type: 'Expense', category: 'Rent' }),
      line({ amount: 5, reference: 'CHQ 9' }),
      line({ amount: 77, party: 'Nobody else' }),
      line({ amount: 'soon', description: 'Not valid' }),
      line({ amount: 'soon', description: 'Not valid' }),
    ];
    const duplicates = [
      { row: 2, label: 'Fees of the day', of: known.transactionNo },
      { row: 5, label: 'The same again', of: 'row 4' },
    ];
    const dry = importOf(await send(await xlsx(lines), { dryRun: true }).expect(200));
    expect(dry.duplicates).toEqual(duplicates);
    const real = await send(await xlsx(lines.slice(0, 8))).expect(200);
    expect(importOf(real)).toMatchObject({ applied: true, duplicates });
    const again = importOf(await send(await xlsx(lines.slice(0, 6)), { dryRun: true }).expect(200));
    expect(again.duplicates.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('are the valid rows alone if asked for, with their totals', async () => {
    const content = (await xlsx([line(), line({ amount: 'soon' }), line({ category: 'Rent' })])).toString('base64');
    const body = { fileName: 'entries', content, validRowsOnly: true };
    const post = (dryRun: boolean) =>
      desk.app
        .as(desk.clerk)
        .post('/api/transactions/import')
        .send({ ...body, dryRun })
        .expect(200);
    const checked = { rows: 3, incomePaise: 125_050, faults: [{ row: 3 }, { row: 4, cells: { Category: 'Rent' } }] };
    expect(importOf(await post(true))).toMatchObject({ ...checked, applied: false, created: [] });
    const { created } = importOf(await post(false));
    expect(created).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });

  it('read amounts exactly or refuse them', async () => {
    const readable: [string | number, number][] = [
      ['1,00,000.50', 10_000_050],
      ['₹ 500', 50_000],
      [100000.5, 10_000_050],
      [0.07, 7],
      // A spreadsheet stores sixteen digits for 1.1 × 3 and shows 3.30.
      [1.1 * 3, 330],
    ];
    const unreadable = ['0', 0, '-5', -5, '1e21', 1e21, '12.345', 12.345, '10000000000.01', null];
    const lines = [...readable.map(([amount]) => amount), ...unreadable].map((amount) => line({ amount }));
    const { faults, incomePaise } = importOf(await send(await xlsx(lines), { dryRun: true }).expect(200));
    expect(incomePaise).toBe(readable.reduce((sum, [, paise]) => sum + paise, 0));
    const faultOf = (amount: string | number | null) => {
      if (amount === null) return 'Amount is required';
      return amount === '10000000000.01' ? 'Must be at most ₹10,000,000,000.00' : amountFault;
    };
    const refused = unreadable.map((amount, place) => ({
      row: readable.length + place + 2,
      errors: [{ field: 'Amount', message: faultOf(amount) }],
    }));
    expect(faults).toMatchObject(refused);
    expect(faults).toHaveLength(unreadable.length);
    for (const [amount, paise] of readable) {
      expect(importOf(await send(await xlsx([line({ amount })]), { dryRun: true })).incomePaise).toBe(paise);
    }
  });

  it('are numbered in the order of their rows without gaps, and counted, a thousand at once', async () => {
    const lines = Array.from({ length: MAX_SHEET_ROWS }, (_, index) =>
      line({
        amount: index + 1,
        date: index % 2 === 0 ? '2026-03-31' : '2026-04-01',
        party: `Party ${index % 40}`,
        reference: `REF-${index}`,
      }),
    );
    const { created, applied } = importOf(await send(await xlsx(lines)).expect(200));
    expect({ applied, count: created.length }).toEqual({ applied: true, count: MAX_SHEET_ROWS });
    const { code } = desk.laboratory;
    expect(created.map(({ transactionNo }) => transactionNo)).toEqual(
      Array.from({ length: MAX_SHEET_ROWS }, (_, index) => {
        const year = index % 2 === 0 ? '2025-26' : '2026-27';
        return `${code}-${year}-${String(Math.floor(index / 2) + 1).padStart(6, '0')}`;
      }),
    );
    const next = await desk.entered(desk.clerk);
    expect(next.transactionNo).toBe(`${code}-2026-27-000501`);
    const totals = await desk.app.as(desk.clerk).get('/api/transactions/totals').expect(200);
    expect(totals.body).toMatchObject({ data: { total: 1001 } });
    const parties = await desk.app.as(desk.clerk).get('/api/transactions/parties').query({ search: 'party 7' });
    expect(parties.body).toMatchObject({ data: [{ party: 'Party 7', uses: 25, lastUsedOn: '2026-04-01' }] });
    const again = importOf(await send(await xlsx(lines.slice(0, 2))).expect(200));
    expect(again.faults[0]?.errors).toEqual([
      { field: 'Reference', message: `${created[0]?.transactionNo} already has this reference` },
    ]);
  });

  it('can belong to several laboratories if the person manages all of them', async () => {
    const dubai = await desk.app.laboratory({ timezone: 'Asia/Dubai' });
    const lines = [
      line({ reference: 'SAME' }),
      line({ laboratoryId: dubai.code.toLowerCase(), reference: 'SAME' }),
      line(),
    ];
    const missing = importOf(await send(await xlsx([line({ laboratoryId: null })]), { person: desk.head }));
    expect(missing.faults[0]?.errors).toEqual([{ field: 'Laboratory code', message: 'Laboratory code is required' }]);
    const { created, faults } = importOf(await send(await xlsx(lines), { person: desk.head }).expect(200));
    expect(faults).toEqual([]);
    const codes = created.map(({ transactionNo }) => transactionNo.replace(/-\d{4}-\d\d-/, ' '));
    expect(codes).toEqual([`${desk.laboratory.code} 000001`, `${dubai.code} 000001`, `${desk.laboratory.code} 000002`]);
  });

  it('are refused for a closed period and a suspended laboratory; those of a super admin are flagged', async () => {
    const closed = addDays(today, -3);
    await desk.closeThrough(closed);
    const lines = [line({ date: closed })];
    const refused = importOf(await send(await xlsx(lines)).expect(200));
    expect(refused.faults[0]?.errors).toEqual([
      {
        field: 'Date',
        message: `The books are closed through ${formatDay(closed)}. Only a super admin can post to a closed period.`,
      },
    ]);
    expect(importOf(await send(await xlsx(lines), { person: desk.head }).expect(200)).applied).toBe(true);
    expect(await list({ flag: 'locked_period' })).toHaveLength(1);
    const suspended = await desk.app.laboratory({ status: 'suspended' });
    const there = await send(await xlsx([line({ laboratoryId: suspended.code })]), { person: desk.head }).expect(200);
    expect(importOf(there).faults[0]?.errors).toEqual([
      { field: 'Laboratory code', message: 'This laboratory is suspended and accepts no entries' },
    ]);
  });

  it('are written once if two people import the same file at once', async () => {
    const content = await xlsx([line({ reference: 'TWIN 1' }), line({ reference: 'TWIN 2' })]);
    const answers = await Promise.all([send(content), send(content, { person: desk.otherClerk })]);
    expect(answers.map((answer) => importOf(answer).applied).sort()).toEqual([false, true]);
    expect(await list()).toHaveLength(2);
  });

  it('give the first response to a repeated request with the same key', async () => {
    const content = await xlsx([line()]);
    const first = await send(content).set('Idempotency-Key', 'import-once').expect(200);
    const again = await send(content).set('Idempotency-Key', 'import-once').expect(200);
    expect(importOf(again)).toEqual(importOf(first));
    expect(await list()).toHaveLength(1);
  });

  it('require the permissions to import and to create', async () => {
    const { _id: laboratoryId } = desk.laboratory;
    for (const permission of ['transactions.create', 'transactions.import'] as const) {
      const person = await desk.app.person('lab_admin', { laboratoryId, permissionOverrides: { [permission]: false } });
      await send(await xlsx([line()]), { person }).expect(403);
    }
  });

  it('are refused as a whole if columns are missing or there are too many rows', async () => {
    const failure = (await csv('Type,Sum,Category\nIncome,5,Rent\n').expect(400)).body as Failure;
    expect(failure.errors.map(({ message }) => message)).toEqual([
      'The column “Sum” is unknown',
      'The column “Amount” is missing',
      'The column “Payment method” is missing',
      'The column “Description” is missing',
    ]);
    const rows = Array.from({ length: MAX_SHEET_ROWS + 1 }, () => 'Income,5,Test fees,Cash,Fees');
    const many = await csv(['Type,Amount,Category,Payment method,Description', ...rows].join('\n')).expect(400);
    expect((many.body as Failure).code).toBe('SHEET_UNREADABLE');
  });
});
