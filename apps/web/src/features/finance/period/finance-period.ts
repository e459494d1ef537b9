import { BusinessDaySchema, daysBetween, financialYearOf, IdSchema } from '@shifa/contract';
import { z } from 'zod';
import { formatDay } from '../../../lib/format';

/** Days, both counted. */
export type Period = { from: string; to: string };

const named = ['this_month', 'last_month', 'this_quarter', 'this_financial_year'] as const;
export const periodNames = [...named, 'custom'] as const;
export type PeriodName = (typeof periodNames)[number];

export const periodLabels: Record<PeriodName, string> = {
  this_month: 'This month',
  last_month: 'Last month',
  this_quarter: 'This quarter',
  this_financial_year: 'This financial year',
  custom: 'Custom',
};

/** What the address bar holds of a period; one that moves with the calendar is called by its name. */
export const PeriodState = z.object({
  period: z.enum(periodNames).default('this_month'),
  /** Only of a custom period. */
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
  laboratoryId: IdSchema.optional(),
});
export type PeriodState = z.output<typeof PeriodState>;

const MOST_DAYS = 366;

/** The period that is chosen on a day, or in words what is wrong with it. */
export function chosenPeriod({ period, from, to }: PeriodState, today: string): Period | { fault: string } {
  if (period !== 'custom') return periodOn(period, today);
  if (from === undefined || to === undefined) return { fault: 'Choose the first and the last day.' };
  if (to < from) return { fault: 'The last day must not be before the first.' };
  if (daysBetween(from, to) > MOST_DAYS) return { fault: `A period has ${MOST_DAYS} days at most.` };
  return { from, to };
}

/** Whole months; a financial year and its quarters begin with April. */
function periodOn(period: (typeof named)[number], today: string): Period {
  const [year = 0, month = 1] = today.split('-').map(Number);
  switch (period) {
    case 'this_month':
      return months(year, month, 1);
    case 'last_month':
      return months(year, month - 1, 1);
    case 'this_quarter':
      return months(year, month - ((month - 1) % 3), 3);
    case 'this_financial_year':
      return months(month >= 4 ? year : year - 1, 4, 12);
  }
}

/** As many months from the first day of one; a month before January is the year before's. */
function months(year: number, month: number, count: number): Period {
  return { from: dayAt(year, month, 1), to: dayAt(year, month + count, 0) };
}

function dayAt(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** `October 2026`, `financial year 2025-26`, `Jul 2026 – Sep 2026`, `Nov 1, 2026 – Nov 15, 2026`. */
export function periodWords({ from, to }: Period): string {
  const [year = 0, month = 1] = to.split('-').map(Number);
  const wholeMonths = from.endsWith('-01') && to === dayAt(year, month + 1, 0);
  if (!wholeMonths) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  if (from.slice(0, 7) === to.slice(0, 7)) return monthWords(from, 'long');
  if (from === dayAt(year - 1, 4, 1) && month === 3) return `financial year ${financialYearOf(from)}`;
  return `${monthWords(from)} – ${monthWords(to)}`;
}

/** A month `YYYY-MM`, or a day of it, as `Nov 2026` or `November 2026`. */
export function monthWords(month: string, length: 'short' | 'long' = 'short'): string {
  return new Intl.DateTimeFormat('en-US', { year: 'numeric', month: length, timeZone: 'UTC' }).format(
    new Date(`${month.slice(0, 7)}-01T00:00:00Z`),
  );
}
