import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { print, runBench } from '../bench-app';
import type { SheetColumn, SheetRow } from '../../src/platform/sheet/sheet-cell';
import { pools, THE_SYSTEM } from '../../src/platform/limits/pools';
import { writeWorkbook } from '../../src/platform/sheet/workbook-stream';

const ZONES = ['Asia/Kolkata', 'America/New_York', 'UTC'];
const ROWS = 400;

const columns: SheetColumn[] = [
  { heading: 'Party', kind: 'text', width: 30 },
  { heading: 'Date', kind: 'day', width: 12 },
  { heading: 'Amount', kind: 'amount', width: 16, total: true },
  { heading: 'Entries', kind: 'count', width: 10, total: true },
  { heading: 'Entered at', kind: 'moment', width: 28 },
];
const hostile = '=HYPERLINK("https://example.org","Click")';

/** Every day of more than a year, so also those on which clocks change. */
const days = Array.from({ length: ROWS }, (_, index) =>
  new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
);
const rows = days.map((day, index): SheetRow => {
  const at = { at: new Date(`${day}T19:45:00.000Z`), timezone: 'Asia/Kolkata' };
  return [index === 0 ? hostile : `Party ${index}`, day, 10_000 + index, index, at];
});
const paise = rows.reduce((sum, row) => sum + Number(row[2]), 0);
const entries = rows.reduce((sum, row) => sum + Number(row[3]), 0);

/** Always computes formulas again, whatever results the file contains. */
const recalculating = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/** LibreOffice opens a generated file in several time zones: types, days and totals are right. */
async function check(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'shifa-libreoffice-'));
  const profile = join(folder, 'profile');
  mkdirSync(join(profile, 'user'), { recursive: true });
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), recalculating);
  const parts: Uint8Array[] = [];
  for await (const part of writeWorkbook([{ name: 'Entries', columns, rows }], {
    place: pools.sheetWriting.claim(THE_SYSTEM),
  }))
    parts.push(part);
  writeFileSync(join(folder, 'report.xlsx'), Buffer.concat(parts));
  for (const zone of ZONES) {
    const convert = (format: string) => {
      const options = ['--headless', `-env:UserInstallation=file://${profile}`, '--convert-to', format];
      execFileSync('soffice', [...options, '--outdir', join(folder, 'out'), join(folder, 'report.xlsx')], {
        env: { ...process.env, TZ: zone },
        stdio: 'pipe',
      });
    };
    convert('csv');
    const lines = readFileSync(join(folder, 'out', 'report.csv'), 'utf8')
      .trim()
      .split('\n');
    days.forEach((day, index) => {
      expectEqual(`${zone}, day of row ${index + 1}`, lines[index + 1]?.includes(`,${day},`), true);
    });
    // 19:45 UTC is 01:15 of the next day in Kolkata, whatever the zone of the reader.
    expectEqual(`${zone}, moment of the first row`, /2026-01-02 01:15/.test(lines[1] ?? ''), true);
    convert('xlsx');
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(join(folder, 'out', 'report.xlsx'));
    const sheet = workbook.getWorksheet('Entries');
    const first = sheet?.getRow(2);
    expectEqual(`${zone}, text`, first?.getCell(1).value, hostile);
    expectEqual(`${zone}, type of a day`, first?.getCell(2).type, ExcelJS.ValueType.Date);
    expectEqual(`${zone}, type of an amount`, first?.getCell(3).type, ExcelJS.ValueType.Number);
    const totals = sheet?.getRow(ROWS + 2);
    expectEqual(`${zone}, total of amounts`, Math.round(Number(totals?.getCell(3).result) * 100), paise);
    expectEqual(`${zone}, total of entries`, totals?.getCell(4).result, entries);
    print(`${zone}: ${ROWS} days, types, text and totals are right`);
  }
  rmSync(folder, { recursive: true });
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what} is ${String(actual)} instead of ${String(expected)}`);
}

runBench(check);
