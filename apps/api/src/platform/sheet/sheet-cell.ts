import { localTime } from '../time/local-time';

/** An amount is written in rupees, as a number; a moment in the local time of its place. */
export type SheetColumn = {
  heading: string;
  kind: 'text' | 'day' | 'amount' | 'count' | 'moment';
  width: number;
  /** Whether an Excel sheet ends with the sum of the column. */
  total?: true;
};

/** By the kind of the column: text, a day `YYYY-MM-DD`, whole paise, a whole number, or a moment with the zone of its place. */
export type SheetValue = string | number | bigint | Moment | null;
export type Moment = { at: Date; timezone: string };
export type SheetRow = readonly SheetValue[];

export type SheetTable = {
  name: string;
  columns: readonly SheetColumn[];
  /** Read while they are written, so that a long table is never held in memory as a whole. */
  rows: Iterable<SheetRow> | AsyncIterable<SheetRow>;
  /** The number of leading columns that identify a row, where the rows are kept to be compared with later ones. */
  keyColumns?: number | undefined;
};

export function isMoment(value: SheetValue | undefined): value is Moment {
  return typeof value === 'object' && value !== null;
}

/** The double nearest to the decimal, which is also what a spreadsheet stores for it. */
export function rupees(paise: number | bigint): number {
  return Number(paise) / 100;
}

/** The value as plain text or as a number. */
export function toPlain(value: SheetValue, kind: SheetColumn['kind'] | undefined): string | number {
  if (value === null) return '';
  if (isMoment(value)) {
    const { time, zone } = localTime(value.at, value.timezone);
    return `${time} ${zone}`;
  }
  if (typeof value === 'string') return value;
  return kind === 'amount' ? rupees(value) : Number(value);
}
