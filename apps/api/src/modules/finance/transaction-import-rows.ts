import {
  faultsBetween,
  type FieldError,
  isBusinessDay,
  paymentMethodLabels,
  transactionCategoryLabels,
  transactionFields,
  transactionSheetColumns,
  type TransactionType,
  transactionTypeLabels,
} from '@shifa/contract';
import type { Actor } from '../../platform/http/actor';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { codeOf, oneOf } from '../../platform/sheet/sheet';
import { dayOf, type SheetCell, textOf } from '../../platform/sheet/sheet-reader';
import type { TableRow } from '../../platform/sheet/sheet-reader';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import type { Posting } from './transaction-posting';
import { booksOf, closedLaboratory, faultOfDate } from './transaction-rules';

export type SheetField = keyof typeof transactionSheetColumns;
export type SheetRow = TableRow<SheetField>;

/** A row of the sheet, with all that is wrong with it; the posting is there where nothing is. */
export type ReadRow = {
  row: number;
  label: string;
  errors: FieldError[];
  laboratory: LaboratoryRow | null;
  reference: string | null;
  type: TransactionType | undefined;
  amountPaise: number | undefined;
  posting: Posting | undefined;
};

export type Surroundings = {
  actor: Actor;
  scope: LabScope;
  /** By code, those within reach and beyond. */
  laboratories: ReadonlyMap<string, LaboratoryRow>;
  /** The actor's own, where a row names none. */
  ownLaboratory: LaboratoryRow | null;
  lockedThrough: string | null;
  now: Date;
};

export const codeIn = ({ cells }: SheetRow): string => textOf(cells.laboratoryId).toUpperCase();

export function faultIn(field: SheetField, message: string): FieldError {
  return { field: transactionSheetColumns[field], message };
}

/** A row as it is by itself: what the others and the books say of its reference is not yet asked. */
export function readRow({ row, cells }: SheetRow, surroundings: Surroundings): ReadRow {
  const errors: FieldError[] = [];
  const tell = (field: SheetField, message: string) => void errors.push(faultIn(field, message));
  const laboratory = laboratoryFor(codeIn({ row, cells }), surroundings, tell);
  const date = dateIn(cells.date, laboratory, surroundings, tell);
  const type = choice('type', cells.type, transactionTypeLabels, tell);
  const amountPaise = amountIn(cells.amount, tell);
  const category = choice('category', cells.category, transactionCategoryLabels, tell);
  const paymentMethod = choice('paymentMethod', cells.paymentMethod, paymentMethodLabels, tell);
  const reference = taken('reference', cells.reference, tell);
  const party = taken('party', cells.party, tell);
  const description = taken('description', cells.description, tell) ?? '';
  if (type && category && paymentMethod) {
    const entry = { type, category, paymentMethod, reference: textOf(cells.reference) || null };
    for (const { field, message } of faultsBetween(entry)) tell(field, message);
  }
  const label = textOf(cells.description) || textOf(cells.party) || `Row ${row}`;
  const posting =
    laboratory && type && amountPaise !== undefined && category && paymentMethod && errors.length === 0
      ? { laboratory, entry: { date, type, amountPaise, category, paymentMethod, reference, party, description } }
      : undefined;
  return { row, label, errors, laboratory, reference, type, amountPaise, posting };
}

/** The sums of all amounts that can be read, to be compared with the paper. */
export function sumsOf(rows: readonly ReadRow[]): { incomePaise: number; expensePaise: number } {
  const sumOf = (wanted: TransactionType) =>
    rows.reduce((sum, { type, amountPaise = 0 }) => (type === wanted ? sum + amountPaise : sum), 0);
  return { incomePaise: sumOf('income'), expensePaise: sumOf('expense') };
}

type Tell = (field: SheetField, message: string) => void;

function laboratoryFor(
  code: string,
  { scope, laboratories, ownLaboratory }: Surroundings,
  tell: Tell,
): LaboratoryRow | null {
  const laboratory = code === '' ? ownLaboratory : laboratories.get(code);
  if (code === '' && !laboratory) tell('laboratoryId', 'Laboratory code is required');
  else if (!laboratory || !scope.reaches(laboratory._id.toHexString())) {
    tell('laboratoryId', `No laboratory has the code ${code}`);
  } else {
    const closed = closedLaboratory(laboratory);
    if (closed) tell('laboratoryId', closed.message);
    return laboratory;
  }
  return null;
}

/** A day; blank is the laboratory's today, told when it is written. */
function dateIn(
  cell: SheetCell | undefined,
  laboratory: LaboratoryRow | null,
  { actor, lockedThrough, now }: Surroundings,
  tell: Tell,
): string | undefined {
  const text = dayOf(cell);
  if (text === '' && !laboratory) return undefined;
  const books = laboratory && booksOf(laboratory, lockedThrough, now);
  const { data: date, error } = transactionFields.date.safeParse(text === '' ? books?.today : text);
  for (const { message } of error?.issues.slice(0, 1) ?? []) {
    tell('date', isBusinessDay(text) ? message : 'Must be a date as YYYY-MM-DD or DD/MM/YYYY');
  }
  if (date === undefined) return undefined;
  const fault = books && faultOfDate(date, actor.role, books);
  if (fault) tell('date', fault.message);
  return date;
}

/** From text as people type it, or from a number with two decimals at most; told in whole paise. */
function amountIn(cell: SheetCell | undefined, tell: Tell): number | undefined {
  // A sheet computes with fifteen digits; what lies behind them is no part of what people see.
  const text = typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : textOf(cell);
  const { data, error } = transactionFields.amount.safeParse(text);
  for (const { message } of error?.issues ?? []) tell('amount', message);
  return data;
}

function choice<Code extends string>(
  field: 'type' | 'category' | 'paymentMethod',
  cell: SheetCell | undefined,
  labels: Readonly<Record<Code, string>>,
  tell: Tell,
): Code | undefined {
  const text = textOf(cell);
  const code = codeOf(labels, text);
  const heading = transactionSheetColumns[field];
  if (!code) tell(field, text === '' ? `${heading} is required` : oneOf(heading, labels));
  return code;
}

function taken(field: 'reference' | 'party' | 'description', cell: SheetCell | undefined, tell: Tell): string | null {
  const { data, error } = transactionFields[field].safeParse(textOf(cell));
  const [issue] = error?.issues ?? [];
  if (issue) tell(field, issue.message);
  return data ?? null;
}
