import { PassThrough, type Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { createGzip } from 'node:zlib';
import ExcelJS from 'exceljs';
import { localTime } from '../time/local-time';
import type { End } from './rows-to-thread';
import { ask } from './sheet-ask';
import { isMoment, rupees, type SheetColumn, type SheetRow, type SheetTable, type SheetValue } from './sheet-cell';

// Writes Excel files in a thread of its own, so that the event loop of the API is never held up by one.

export type SheetPlan = Omit<SheetTable, 'rows'>;

export type FilePart = { file: Uint8Array };
export type SnapshotPart = { snapshot: Uint8Array };

/** The fastest level: the file becomes a fifth larger, and takes two thirds of the time. */
const COMPRESSION_LEVEL = 1;
const PART_BYTES = 65_536;

const formats = { text: '@', day: 'yyyy-mm-dd', amount: '#,##0.00', count: '0', moment: 'yyyy-mm-dd hh:mm' } as const;

/** Asks for rows batch by batch, so that it never holds more than one, and sends the file as it comes into being. */
export default async function writeWorkbook({
  port,
  sheets,
}: {
  port: MessagePort;
  sheets: readonly SheetPlan[];
}): Promise<void> {
  const send = (message: FilePart | SnapshotPart | End) => {
    port.postMessage(message);
  };
  const file = new PassThrough();
  const snapshot = createGzip();
  const sent = Promise.all([
    eachPart(file, (part) => {
      send({ file: part });
    }),
    eachPart(snapshot, (part) => {
      send({ snapshot: part });
    }),
  ]);
  const zip = { zlib: { level: COMPRESSION_LEVEL } };
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: file, useStyles: true, zip });
  for (const [index, plan] of sheets.entries()) {
    const sheet = new SheetWriter(workbook, plan);
    if (plan.keyColumns) snapshot.write(`${JSON.stringify(plan)}\n`);
    for (let rows = await ask(port, index); rows !== null; rows = await ask(port, index)) {
      for (const row of rows) sheet.add(row);
      if (plan.keyColumns) snapshot.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
    sheet.end();
  }
  await workbook.commit();
  snapshot.end();
  await sent;
  send({ end: true });
}

/** The zip writer emits parts of a few bytes, each of which would be a message. */
async function eachPart(stream: Readable, send: (part: Uint8Array) => void): Promise<void> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    send(Buffer.concat(chunks));
    chunks = [];
    size = 0;
  }
  if (size > 0) send(Buffer.concat(chunks));
}

/** Typed cells under a frozen header with filters. Text is written as text, so that none becomes a formula. */
class SheetWriter {
  private readonly sheet: ExcelJS.Worksheet;
  private readonly columns: readonly SheetColumn[];
  private readonly sums: bigint[];
  private written = 0;

  constructor(workbook: ExcelJS.stream.xlsx.WorkbookWriter, { name, columns }: SheetPlan) {
    this.columns = columns;
    this.sums = columns.map(() => 0n);
    this.sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
    this.sheet.columns = columns.map(({ heading, kind, width }) => ({
      header: heading,
      width,
      style: { numFmt: formats[kind] },
    }));
    this.sheet.getRow(1).font = { bold: true };
  }

  add(row: SheetRow): void {
    const line = this.sheet.addRow(row.map((value, index) => toCell(value, this.columns[index]?.kind)));
    for (const [index, value] of row.entries()) {
      if (this.columns[index]?.total && value !== null) this.sums[index] = (this.sums[index] ?? 0n) + integer(value);
      // A cell has no zone of its own, so its format shows the zone after the time.
      if (isMoment(value)) {
        line.getCell(index + 1).numFmt = `${formats.moment} "${localTime(value.at, value.timezone).zone}"`;
      }
    }
    line.commit();
    this.written += 1;
  }

  /** The total is of the rows that a filter shows; until someone filters, of all. */
  end(): void {
    const last = this.written + 1;
    this.sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: last, column: this.columns.length } };
    if (this.written > 0 && this.columns.some(({ total }) => total)) {
      const line = this.sheet.addRow(
        this.columns.map(({ total, kind }, index) => {
          if (!total) return index === 0 && kind === 'text' ? 'Total' : null;
          const letters = this.sheet.getColumn(index + 1).letter;
          const sum = this.sums[index] ?? 0n;
          const result = kind === 'amount' ? rupees(sum) : Number(sum);
          return { formula: `SUBTOTAL(9,${letters}2:${letters}${last})`, result };
        }),
      );
      line.font = { bold: true };
      line.commit();
    }
    this.sheet.commit();
  }
}

function toCell(value: SheetValue, kind: SheetColumn['kind'] | undefined): string | number | Date | null {
  if (isMoment(value)) return new Date(`${localTime(value.at, value.timezone).time.replace(' ', 'T')}:00.000Z`);
  if (kind === 'day' && typeof value === 'string') return new Date(`${value}T00:00:00.000Z`);
  if (typeof value === 'string' || value === null) return value;
  return kind === 'amount' ? rupees(value) : Number(value);
}

function integer(value: SheetValue): bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : 0n;
}
