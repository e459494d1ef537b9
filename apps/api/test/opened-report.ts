import { contract } from '@shifa/contract';
import readXlsxFile from 'read-excel-file/node';
import type { Response, Test } from 'supertest';
import type { Person, TestApp } from './test-app';

/** A workbook, opened with another reader than the library that wrote it. */
export type OpenedWorkbook = {
  file: Buffer;
  names: string[];
  /** The rows of a sheet, its heading first. */
  rowsOf: (sheet: string) => unknown[][];
  /** The rows of a sheet as objects of their headings, without the row of totals. */
  recordsOf: (sheet: string) => Record<string, unknown>[];
};

/** With the id of the report in the history. */
export type OpenedReport = OpenedWorkbook & { id: string };

/** Reads the answer to a request as a file. */
function asFile(request: Test): Test {
  return request.buffer(true).parse((response, done) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      done(null, Buffer.concat(chunks));
    });
  });
}

/** Asks for a report as an Excel file; a test adds what it expects. */
export function generateReport(app: TestApp, person: Person, body: object) {
  return asFile(app.as(person).post(contract.reports.generateExcel.path).send(body));
}

export async function openReport(app: TestApp, person: Person, body: object): Promise<OpenedReport> {
  const response = await generateReport(app, person, body).expect(200);
  return { ...(await opened(response)), id: String(response.headers['x-report-id']) };
}

/** An Excel file that a person exports. */
export async function openExport(app: TestApp, person: Person, path: string): Promise<OpenedWorkbook> {
  return opened(await asFile(app.as(person).get(path)).expect(200));
}

async function opened({ body }: Response): Promise<OpenedWorkbook> {
  const file = body as Buffer;
  const sheets = await readXlsxFile(file);
  const rowsOf = (name: string): unknown[][] => {
    const rows: unknown[][] = sheets.find(({ sheet }) => sheet === name)?.data ?? [];
    return rows.map((row) => row.map(toSecond));
  };
  return {
    file,
    names: sheets.map(({ sheet }) => sheet),
    rowsOf,
    recordsOf: (name) => {
      const [headings = [], ...rows] = rowsOf(name);
      const withoutTotals = rows.filter(([first]) => first !== null && first !== 'Total');
      return withoutTotals.map((row): Record<string, unknown> =>
        Object.fromEntries(headings.map((heading, index): [string, unknown] => [String(heading), row[index]])),
      );
    },
  };
}

/** A cell holds a moment as a fraction of a day, which this reader truncates to milliseconds rather than rounding it. */
function toSecond(cell: unknown): unknown {
  return cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell;
}
