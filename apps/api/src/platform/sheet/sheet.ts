import { setImmediate as yieldToOthers } from 'node:timers/promises';
import {
  isBusinessDay,
  MAX_SHEET_ROWS,
  readNumber,
  SHEET_ERROR_HEADING,
  type SheetFormat,
  type SheetRowFault,
} from '@shifa/contract';
import { z } from 'zod';
import type { Actor } from '../domain/actor';
import { DomainError } from '../domain/domain-error';
import type { FileStream } from '../http/file-stream';
import { withinBudget } from './export-budget';
import { parseDay, readTable, type SheetCell, toText } from './sheet-reader';
import { type SheetColumn, sheetFile, type SheetValue } from './sheet-writer';

/** After so many rows the event loop is yielded, so that the rules of a long file do not hold up other requests. */
const ROWS_AT_ONCE = 20;

type ColumnOf<Row> = Omit<SheetColumn, 'heading' | 'kind'> & {
  /** Text, unless it says otherwise. */
  kind?: SheetColumn['kind'];
  /** The cell of an export. */
  value: (row: Row) => SheetValue;
  /**
   * Parses the text of an imported cell. A blank cell takes the default of the rule, where it has one. A column without
   * a rule is exported only: an import ignores it.
   */
  read?: z.ZodType;
  /** Whether a file without the column is refused. */
  required?: true;
};

/** The fields that an import reads, with what their rules make of them. */
type ValuesOf<Columns> = {
  [Field in keyof Columns as Columns[Field] extends { read: z.ZodType } ? Field : never]: Columns[Field] extends {
    read: infer Rule extends z.ZodType;
  }
    ? z.output<Rule>
    : never;
};

type FieldOf<Columns> = keyof ValuesOf<Columns> & string;

/** A row of an imported file, with every fault found in it: one per cell. */
class SheetLine<Values> {
  private readonly messages = new Map<keyof Values, string>();

  constructor(
    /** As the sheet counts; the header is row 1. */
    readonly row: number,
    readonly label: string,
    /** Without the cells that could not be read. */
    readonly values: Readonly<Partial<Values>>,
    /** As they were read, by heading. */
    readonly cells: Readonly<Record<string, string>>,
    /** The row in which the file first has a key; see `addRepetition`. */
    private readonly firstRows: Map<string, number>,
  ) {}

  /** The first fault of a cell is kept. */
  addFault(field: keyof Values, message: string): void {
    if (!this.messages.has(field)) this.messages.set(field, message);
  }

  /** A fault if an earlier row has the same value or, where the value alone does not identify a row, the same key. */
  addRepetition(field: keyof Values & string, noun: string, key: unknown = this.values[field]): void {
    if (key === undefined || key === null) return;
    const fieldKey = JSON.stringify([field, key]);
    const earlier = this.firstRows.get(fieldKey);
    if (earlier === undefined) this.firstRows.set(fieldKey, this.row);
    else this.addFault(field, `Row ${earlier} has the same ${noun}`);
  }

  faultOf(field: keyof Values): string | undefined {
    return this.messages.get(field);
  }

  /** Every value, provided that the row has no fault. */
  get complete(): Values | undefined {
    return this.messages.size === 0 ? (this.values as Values) : undefined;
  }
}

type NamedColumn<Row> = ColumnOf<Row> & SheetColumn & { field: string };

/** Whose share of the pools is used. */
type Asker = Pick<Actor, 'userId'>;

type Declaration<Row> = {
  /** Of the worksheet. */
  name: string;
  /** In the order of an export. */
  headings: Readonly<Record<string, string>>;
  columns: Readonly<Record<string, ColumnOf<Row>>>;
  /** What tells a faulty row from the others: the first of these fields that is not blank. */
  label: readonly string[];
};

/** The columns of a resource, declared once for import, template and export. */
class Sheet<Row, Columns> {
  private readonly columns: NamedColumn<Row>[];
  private readonly imported: NamedColumn<Row>[];

  constructor(private readonly declaration: Declaration<Row>) {
    this.columns = Object.entries(declaration.headings).flatMap(([field, heading]) => {
      const column = declaration.columns[field];
      return column ? [{ kind: 'text' as const, ...column, field, heading }] : [];
    });
    this.imported = this.columns.filter(({ read }) => read);
  }

  /** An empty file with the columns that an import reads. */
  template({ userId }: Asker, fileName: string, format: SheetFormat): Promise<FileStream> {
    return sheetFile(userId, fileName, format, { name: this.declaration.name, columns: this.imported, rows: [] });
  }

  /**
   * Rows are read as they are written, so that a long list is never held as a whole.
   * @throws DomainError EXPORT_TOO_LARGE above 32 MB of text.
   */
  export(
    { userId }: Asker,
    fileName: string,
    format: SheetFormat,
    rows: Iterable<Row> | AsyncIterable<Row>,
  ): Promise<FileStream> {
    const { columns, declaration } = this;
    const cells = async function* () {
      for await (const row of rows) yield columns.map(({ value }) => value(row));
    };
    const label = columns.findIndex(({ field }) => declaration.label.includes(field));
    const fitting = withinBudget(cells(), { columns, label });
    return sheetFile(userId, fileName, format, { name: declaration.name, columns, rows: fitting });
  }

  /**
   * Reads every row of a CSV or Excel file by the rules of the columns.
   * @param content the file as base64.
   * @param required columns required of this file besides those that always are.
   * @throws DomainError SHEET_UNREADABLE with every reason, UNAVAILABLE while too many files are being read.
   */
  async read(
    { userId }: Asker,
    content: string,
    required: readonly FieldOf<Columns>[] = [],
  ): Promise<SheetLine<ValuesOf<Columns>>[]> {
    const rows = await readTable(userId, Buffer.from(content, 'base64'), {
      columns: Object.fromEntries(this.imported.map(({ field, heading }) => [field, heading])),
      ignored: [...this.columns.map(({ heading }) => heading), SHEET_ERROR_HEADING],
      required: this.imported.map(({ field }) => field).filter((field) => this.isRequired(field, required)),
      maxRows: MAX_SHEET_ROWS,
    });
    const lines: SheetLine<ValuesOf<Columns>>[] = [];
    const firstRows = new Map<string, number>();
    for (const { row, cells } of rows) {
      lines.push(this.readLine(row, cells, firstRows));
      if (lines.length % ROWS_AT_ONCE === 0) await yieldToOthers();
    }
    return lines;
  }

  /** The rows that have faults, each fault under the heading of its column. */
  listFaults(lines: readonly SheetLine<ValuesOf<Columns>>[]): SheetRowFault[] {
    return lines.flatMap((line) => {
      const errors = this.imported.flatMap(({ field, heading }) => {
        const message = line.faultOf(field as FieldOf<Columns>);
        return message === undefined ? [] : [{ field: heading, message }];
      });
      return errors.length === 0 ? [] : [{ row: line.row, label: line.label, errors, cells: line.cells }];
    });
  }

  private isRequired(field: string, required: readonly string[]): boolean {
    return this.declaration.columns[field]?.required ?? required.includes(field);
  }

  private readLine(
    row: number,
    cells: Partial<Record<string, SheetCell>>,
    firstRows: Map<string, number>,
  ): SheetLine<ValuesOf<Columns>> {
    const names = this.declaration.label.map((field) => toText(cells[field]));
    const parsed = this.imported.map((column) => ({ field: column.field, ...parse(column, cells[column.field]) }));
    const values = parsed.filter(({ data }) => data !== undefined).map(({ field, data }) => [field, data]);
    const line = new SheetLine(
      row,
      names.find((name) => name !== '') ?? `Row ${row}`,
      Object.fromEntries(values) as Partial<ValuesOf<Columns>>,
      Object.fromEntries(this.imported.map(({ field, heading }) => [heading, toText(cells[field])])),
      firstRows,
    );
    for (const { field, message } of parsed) {
      if (message !== undefined) line.addFault(field as FieldOf<Columns>, message);
    }
    return line;
  }
}

/** Whether an import writes its valid rows: of a file with faults, only where that is wanted. */
export function writesRows(
  { dryRun, validRowsOnly }: { dryRun: boolean; validRowsOnly: boolean },
  { valid, faults }: { valid: readonly unknown[]; faults: readonly SheetRowFault[] },
): boolean {
  return !dryRun && valid.length > 0 && (faults.length === 0 || validRowsOnly);
}

/** @throws DomainError EXPORT_TOO_LARGE with both numbers: a file that lacked rows would pass for the whole list. */
export function assertExportable(count: number, limit: number, noun: string): void {
  if (count <= limit) return;
  const [all, most] = [count, limit].map((number) => number.toLocaleString('en-US'));
  const message = `There are ${all} ${noun}, but a file can hold at most ${most}. Narrow the filter.`;
  throw new DomainError('EXPORT_TOO_LARGE', { message });
}

/** `defineSheet<Exported>()({ name, headings, label, columns })` */
export function defineSheet<Row>() {
  return <
    const Headings extends Readonly<Record<string, string>>,
    const Columns extends Record<keyof Headings, ColumnOf<Row>>,
  >(
    declaration: Declaration<Row> & { headings: Headings; columns: Columns; label: readonly (keyof Headings)[] },
  ) => new Sheet<Row, Columns>(declaration);
}

function parse(
  { kind, read }: Pick<ColumnOf<never>, 'kind' | 'read'>,
  cell: SheetCell | undefined,
): { data?: unknown; message?: string | undefined } {
  const text = kind === 'day' ? parseDay(cell) : kind === 'amount' ? parseAmount(cell) : toText(cell);
  if (!read) return {};
  if (text === '') {
    const blank = read.safeParse(undefined);
    if (blank.success) return { data: blank.data };
  } else if (kind === 'day' && !isBusinessDay(text)) {
    // 31/02/2026, or a month before the day.
    const isShaped = /^\d{4}-\d{2}-\d{2}$/.test(text);
    return {
      message: isShaped ? 'No such date. Enter DD/MM/YYYY or YYYY-MM-DD' : 'Enter a date as YYYY-MM-DD or DD/MM/YYYY',
    };
  }
  const { data, error } = read.safeParse(text);
  return error ? { message: error.issues[0]?.message } : { data };
}

/** A spreadsheet computes with fifteen digits; people do not see what lies beyond them. */
function parseAmount(cell: SheetCell | undefined): string {
  return typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : toText(cell);
}

/** A rule for the label or the code of a choice, in any case. */
export function choiceRule<Code extends string>(heading: string, labels: Readonly<Record<Code, string>>) {
  return z.string().transform((text, context): Code => {
    const code = findCode(labels, text);
    if (code) return code;
    const message = text === '' ? `${heading} is required` : oneOf(heading, labels);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** A rule for a whole number; a blank cell takes the default. */
export function countRule(rule: z.ZodType<number, number>) {
  return z
    .string()
    .transform((text, context) => {
      const number = readNumber(text);
      if (!Number.isNaN(number)) return number;
      context.addIssue({ code: 'custom', message: 'Enter a whole number, such as 1,250' });
      return z.NEVER;
    })
    .pipe(rule)
    .optional();
}

/** The code behind a label or a code, in any case. */
function findCode<Code extends string>(labels: Readonly<Record<Code, string>>, text: string): Code | undefined {
  const wanted = text.toLowerCase();
  const found = Object.entries<string>(labels).find(
    ([code, label]) => code === wanted.replaceAll(' ', '_') || label.toLowerCase() === wanted,
  );
  return found?.[0] as Code | undefined;
}

/** `Role must be one of Manager, Staff` */
function oneOf(heading: string, labels: Readonly<Record<string, string>>): string {
  return `${heading} must be one of ${Object.values(labels).join(', ')}`;
}
