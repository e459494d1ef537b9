import { buffer, text } from 'node:stream/consumers';
import Papa from 'papaparse';
import readXlsxFile from 'read-excel-file/node';
import { type SheetColumn, sheetFile, type SheetValue } from './sheet-writer';

const columns: SheetColumn[] = [
  { heading: 'Name', kind: 'text', width: 20 },
  { heading: 'Day', kind: 'day', width: 12 },
  { heading: 'Amount', kind: 'amount', width: 14 },
  { heading: 'Receipts', kind: 'count', width: 10 },
  { heading: 'Entered', kind: 'moment', width: 24 },
];
const ROWS = 20_000;

async function* many(): AsyncGenerator<SheetValue[]> {
  for (let number = 1; number <= ROWS; number += 1) {
    // Rows come from the database in batches, most of them without a wait.
    await Promise.resolve();
    const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000);
    yield [`Row ${number}`, '2026-11-21', number, number, { at, timezone: 'Asia/Kolkata' }];
  }
}

describe('a long table', () => {
  async function written(format: 'xlsx' | 'csv') {
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 1);
    const file = await sheetFile('asha', 'long', format, { name: 'Long', columns, rows: many() });
    clearInterval(others);
    return { file, turns };
  }

  it('as Excel is whole, and others get their turn while it is written', async () => {
    const { file, turns } = await written('xlsx');
    expect(turns).toBeGreaterThan(ROWS / 200);
    const [sheet] = await readXlsxFile(await buffer(file.content));
    expect(sheet?.data).toHaveLength(ROWS + 1);
    const last = [`Row ${ROWS}`, new Date('2026-11-21T00:00:00.000Z'), ROWS / 100, ROWS];
    expect(sheet?.data.at(-1)).toEqual([...last, new Date('2026-01-15T02:50:00.000Z')]);
  });

  it('as CSV is whole, and others get their turn while it is written', async () => {
    const { file, turns } = await written('csv');
    expect(turns).toBeGreaterThan(ROWS / 200);
    const lines = (await text(file.content)).split('\r\n');
    expect(lines).toHaveLength(ROWS + 2);
    expect(lines.at(-2)).toBe(`Row ${ROWS},2026-11-21,200,${ROWS},2026-01-15 02:50 GMT+5:30`);
  });
});

it('writes no cell as CSV that a spreadsheet would run, of several lines either, and negative amounts as numbers', async () => {
  const rows = [
    ['=1+1', null, -12_550, 1, null],
    ['@SUM(A1)\nand more', null, 0, 1, null],
  ];
  const file = await sheetFile('asha', 'formulas', 'csv', { name: 'Formulas', columns, rows });
  const { data } = Papa.parse<string[]>(await text(file.content));
  expect(data.slice(1, 3).map(([name, , amount]) => [name, amount])).toEqual([
    ["'=1+1", '-125.5'],
    ["'@SUM(A1)\nand more", '0'],
  ]);
});
