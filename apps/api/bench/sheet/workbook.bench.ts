import { loadavg } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import ExcelJS from 'exceljs';
import { print, runBench } from '../bench-app';
import { addDays } from '../../src/platform/time/business-day';
import type { SheetColumn, SheetRow } from '../../src/platform/sheet/sheet-cell';
import { pools, THE_SYSTEM } from '../../src/platform/limits/pools';
import { writeWorkbook } from '../../src/platform/sheet/workbook-stream';

const SIZES = [50_000, 100_000];
const SAMPLE_MS = 20;

const columns: SheetColumn[] = [
  { heading: 'Number', kind: 'text', width: 22 },
  { heading: 'Date', kind: 'day', width: 12 },
  ...Array.from({ length: 12 }, (_, index): SheetColumn => ({ heading: `Text ${index}`, kind: 'text', width: 20 })),
  { heading: 'Income', kind: 'amount', width: 16, total: true },
  { heading: 'Expense', kind: 'amount', width: 16, total: true },
  { heading: 'Entries', kind: 'count', width: 10 },
  { heading: 'Entered at', kind: 'moment', width: 28 },
];

/** As many columns as the entries of a financial report have. */
function rowOf(number: number): SheetRow {
  const date = addDays('2026-01-01', number % 365);
  const texts = Array.from({ length: 12 }, (_, index) => (index > 9 ? null : `Text ${index} of ${number % 97}`));
  const paise = number * 101;
  return [`KOL-2026-27-${number}`, date, ...texts, paise, null, 1, { at: new Date(date), timezone: 'Asia/Kolkata' }];
}

async function* rows(count: number): AsyncGenerator<SheetRow> {
  for (let number = 1; number <= count; number += 1) {
    // Rows of a cursor come in batches, most of them without a wait.
    await Promise.resolve();
    yield rowOf(number);
  }
}

async function product(count: number): Promise<number> {
  let size = 0;
  const table = { name: 'Entries', columns, rows: rows(count), keyColumns: 1 };
  const place = pools.sheetWriting.claim(THE_SYSTEM);
  for await (const part of writeWorkbook([table], { place })) size += part.length;
  place.leave();
  return size;
}

async function buffered(count: number): Promise<number> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Entries');
  sheet.columns = columns.map(({ heading, width }) => ({ header: heading, width }));
  for await (const row of rows(count)) {
    sheet.addRow(row.map((cell) => (typeof cell === 'object' && cell !== null ? cell.at : cell)));
  }
  return (await workbook.xlsx.writeBuffer()).byteLength;
}

async function measure(name: string, count: number, write: (count: number) => Promise<number>): Promise<void> {
  const before = process.memoryUsage().rss;
  let peak = before;
  const sample = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, SAMPLE_MS);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const size = await write(count);
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  clearInterval(sample);
  peak = Math.max(peak, process.memoryUsage().rss);
  const figures = [
    `${seconds.toFixed(1)} s`,
    `${(size / 1e6).toFixed(1)} MB`,
    `memory +${((peak - before) / 1e6).toFixed(0)} MB`,
    `event loop held up for at most ${(delay.max / 1e6).toFixed(0)} ms, 99% below ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
  ];
  print(`${count} rows, ${name}: ${figures.join(', ')}`);
}

async function bench(): Promise<void> {
  await product(1_000);
  for (const count of SIZES) await measure('the product', count, product);
  for (const count of SIZES) await measure("exceljs's buffered writer", count, buffered);
  print(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
}

runBench(bench);
