import { z } from 'zod';
import { DryRunSchema } from '../common/bulk.js';
import { IdSchema } from '../common/id.js';
import { type Holiday, HolidaySchema, HolidaysSchema, MAX_HOLIDAYS } from './laboratory.schema.js';

/** Adds a list of holidays, such as the one a state publishes, to the calendars of several laboratories. */
export const AddHolidaysBody = z.object({
  ids: z
    .array(IdSchema)
    .min(1, 'Choose at least one laboratory')
    .max(200, 'At most 200 laboratories at once')
    .refine((ids) => new Set(ids).size === ids.length, 'Each laboratory can appear once'),
  holidays: HolidaysSchema.min(1, 'Enter at least one holiday'),
  /** Whether other holidays in the years of the list are removed: a list that was corrected replaces the old one. */
  replace: z.boolean().default(false),
  dryRun: DryRunSchema,
});
export type AddHolidaysBody = z.infer<typeof AddHolidaysBody>;

/**
 * The holidays of a laboratory after a list was added, by date. A day that is a holiday already keeps its name, unless
 * the list replaces the holidays of its years.
 */
export function withHolidayList(own: readonly Holiday[], list: readonly Holiday[], replace: boolean): Holiday[] {
  const years = new Set(list.map(({ date }) => date.slice(0, 4)));
  const kept = replace ? own.filter(({ date }) => !years.has(date.slice(0, 4))) : own;
  const taken = new Set(kept.map(({ date }) => date));
  return [...kept, ...list.filter(({ date }) => !taken.has(date))].sort((a, b) => a.date.localeCompare(b.date));
}

export type HolidayLineFault = {
  /** From 1. */
  line: number;
  message: string;
};

const MAX_FAULTS = 20;

/**
 * Reads a pasted or uploaded list: a date and a name per line, in either order, separated by a comma, a semicolon or a
 * tab. A date is `2027-01-26`, `26/01/2027`, `26-01-2027` or `26.01.2027`; the day comes before the month. Empty lines
 * and a first line without a date are skipped.
 * @returns the holidays by date, and at most 20 faults with the number of their line.
 */
export function readHolidayList(text: string): { holidays: Holiday[]; faults: HolidayLineFault[] } {
  const holidays = new Map<string, Holiday>();
  const faults: HolidayLineFault[] = [];
  const fail = (line: number, message: string) => {
    if (faults.length < MAX_FAULTS) faults.push({ line, message });
  };
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (const [index, content] of lines.entries()) {
    const line = index + 1;
    if (content.trim() === '') continue;
    const cells = cellsOf(content);
    const at = cells.findIndex((cell) => toDay(cell) !== undefined);
    if (at < 0) {
      if (line > 1) fail(line, 'Enter a date such as 2027-01-26 or 26/01/2027, and a name');
      continue;
    }
    const name = cells.filter((_, cell) => cell !== at)[0] ?? '';
    const date = toDay(cells[at] ?? '') ?? '';
    const read = HolidaySchema.safeParse({ date, name });
    if (!read.success) fail(line, faultOf(read.error, date));
    else if (holidays.has(read.data.date)) fail(line, `${read.data.date} appears twice`);
    else if (holidays.size === MAX_HOLIDAYS) {
      fail(line, `At most ${MAX_HOLIDAYS} holidays`);
      break;
    } else holidays.set(read.data.date, read.data);
  }
  return { holidays: [...holidays.values()].sort((a, b) => a.date.localeCompare(b.date)), faults };
}

function faultOf({ issues: [issue] }: z.ZodError, date: string): string {
  return issue?.path[0] === 'date' || !issue ? `There's no ${date}` : issue.message;
}

/** The cells of a line; quotes keep a separator inside a cell. */
function cellsOf(line: string): string[] {
  const cells = line.match(/"(?:[^"]|"")*"|[^",;\t]+/g) ?? [];
  return cells
    .map((cell) => cell.trim().replace(/^"|"$/g, '').replaceAll('""', '"').trim())
    .filter((cell) => cell !== '');
}

/** `YYYY-MM-DD`, if the text looks like a date; whether there is such a day is decided by the schema. */
function toDay(cell: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(cell)) return cell;
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(cell) ?? [];
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined;
}
