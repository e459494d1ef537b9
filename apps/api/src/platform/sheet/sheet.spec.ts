import { text } from 'node:stream/consumers';
import { RupeesTextSchema } from '@shifa/contract';
import { z } from 'zod';
import { choiceRule, countRule, defineSheet } from './sheet';

type Payment = { paidOn: string; kind: 'cash' | 'bank_transfer'; paise: number; note: string | null };

const kindLabels = { cash: 'Cash', bank_transfer: 'Bank transfer' };
const headings = { number: 'Number', paidOn: 'Paid on', kind: 'Kind', amount: 'Amount', note: 'Note' };

const payments = defineSheet<Payment>()({
  name: 'Payments',
  headings,
  label: ['note'],
  columns: {
    number: { width: 10, kind: 'count', value: () => 7 },
    paidOn: { width: 12, kind: 'day', value: ({ paidOn }) => paidOn, read: z.string().default('2026-01-01') },
    kind: { width: 16, value: ({ kind }) => kindLabels[kind], read: choiceRule('Kind', kindLabels), required: true },
    amount: { width: 14, kind: 'amount', value: ({ paise }) => paise, read: RupeesTextSchema, required: true },
    note: { width: 30, value: ({ note }) => note, read: z.string().max(5, 'Too long') },
  },
});

const contentOf = (...lines: string[]) => Buffer.from(lines.join('\n')).toString('base64');

const asha = { userId: 'asha' };

describe('a sheet', () => {
  it('is declared once: an export can be imported, columns without a rule are ignored', async () => {
    const rows: Payment[] = [{ paidOn: '2026-04-01', kind: 'bank_transfer', paise: 125_050, note: null }];
    const exported = await text((await payments.export(asha, 'payments', 'csv', rows)).content);
    expect(exported).toBe('Number,Paid on,Kind,Amount,Note\r\n7,2026-04-01,Bank transfer,1250.5,\r\n');
    const [line] = await payments.read(asha, contentOf(exported));
    expect(line?.complete).toEqual({ paidOn: '2026-04-01', kind: 'bank_transfer', amount: 125_050, note: '' });
    const [explained] = await payments.read(asha, contentOf('Kind,Amount,Error', 'Cash,5,Amount: was missing'));
    expect(explained?.complete).toBeDefined();
    const template = await text((await payments.template(asha, 'payments', 'csv')).content);
    expect(template).toBe('Paid on,Kind,Amount,Note\r\n');
  });

  it('keeps the first fault of each cell, in the order of the columns', async () => {
    const lines = await payments.read(
      asha,
      contentOf('Note,Kind,Paid on,Amount', 'A long note,gold,soon,-1', ',,,5', 'Fine,bank transfer,01/04/2026,5'),
    );
    lines[0]?.addFault('kind', 'Another fault');
    lines[2]?.addFault('amount', 'Already paid');
    expect(payments.listFaults(lines)).toEqual([
      {
        row: 2,
        label: 'A long note',
        cells: { 'Paid on': 'soon', Kind: 'gold', Amount: '-1', Note: 'A long note' },
        errors: [
          { field: 'Paid on', message: 'Enter a date as YYYY-MM-DD or DD/MM/YYYY' },
          { field: 'Kind', message: 'Kind must be one of Cash, Bank transfer' },
          { field: 'Amount', message: 'Enter an amount above zero with at most two decimals, such as 1,250.50' },
          { field: 'Note', message: 'Too long' },
        ],
      },
      {
        row: 3,
        label: 'Row 3',
        cells: { 'Paid on': '', Kind: '', Amount: '5', Note: '' },
        errors: [{ field: 'Kind', message: 'Kind is required' }],
      },
      {
        row: 4,
        label: 'Fine',
        cells: { 'Paid on': '01/04/2026', Kind: 'bank transfer', Amount: '5', Note: 'Fine' },
        errors: [{ field: 'Amount', message: 'Already paid' }],
      },
    ]);
    expect(lines[1]?.values).toEqual({ paidOn: '2026-01-01', amount: 500, note: '' });
    expect(lines[0]?.complete).toBeUndefined();
  });

  it.each([
    ['1,250', 1250],
    ['12,00,000', 1_200_000],
    ['7', 7],
  ])('reads the number %s', (written, number) => {
    expect(countRule(z.number().int()).parse(written)).toBe(number);
  });

  it.each(['1,5', '2,50', '0x10', '1e3', 'five'])('does not guess what the number %s means', (written) => {
    const { error } = countRule(z.number().int()).safeParse(written);
    expect(error?.issues[0]?.message).toBe('Enter a whole number, such as 1,250');
  });

  it('refuses a file without a required column', async () => {
    const missing = payments.read(asha, contentOf('Kind', 'Cash'), ['note']);
    await expect(missing).rejects.toThrow('The column “Amount” is missing. The column “Note” is missing');
  });
});
