import { BusinessDaySchema, daysBetween, financialYearOf, IdSchema, type Permission } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { product } from '../../config/product';
import { monthsAsOf, type Period } from '../../lib/calendar';
import { capitalized, formatDay, formatMonth } from '../../lib/format';
import { laboratoryOptions } from '../../data/laboratory-options';
import { usePermission, useUser } from '../../data/use-session';
import { useToday } from '../../lib/use-now';

export type { Period };

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

/** The period in the address bar; a relative period is stored by its name. */
export const PeriodState = z.object({
  period: z.enum(periodNames).default('this_month'),
  /** Only for a custom period. */
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
  laboratoryId: IdSchema.optional(),
});
export type PeriodState = z.output<typeof PeriodState>;

const MAX_DAYS = 366;

/** The chosen period as of a day, or what is wrong with it. */
export function chosenPeriod({ period, from, to }: PeriodState, today: string): Period | { fault: string } {
  if (period !== 'custom') return periodOn(period, today);
  if (from === undefined || to === undefined) return { fault: 'Choose the first and the last day.' };
  if (to < from) return { fault: 'The last day must not be before the first.' };
  if (daysBetween(from, to) > MAX_DAYS) return { fault: `A period can have at most ${MAX_DAYS} days.` };
  return { from, to };
}

/** Whole months; the financial year and its quarters begin in April. */
function periodOn(period: (typeof named)[number], today: string): Period {
  switch (period) {
    case 'this_month':
      return monthsAsOf.thisMonth(today);
    case 'last_month':
      return monthsAsOf.lastMonth(today);
    case 'this_quarter':
      return monthsAsOf.thisQuarter(today);
    case 'this_financial_year':
      return monthsAsOf.thisFinancialYear(today);
  }
}

/**
 * What is compared: `Compared with October 2026.` or, for a period that is not over, `November 2026 so far, compared with
 * Oct 1, 2026 – Oct 22, 2026.`
 */
export function describeComparison(period: Period, previous: Period): string {
  const isPart = isWholeMonths(period) && !isWholeMonths(previous);
  const before = formatPeriod(previous);
  return isPart ? `${capitalized(formatPeriod(period))} so far, compared with ${before}.` : `Compared with ${before}.`;
}

function isWholeMonths({ from, to }: Period): boolean {
  return from.endsWith('-01') && to === monthsAsOf.thisMonth(to).to;
}

/** `October 2026`, `financial year 2025-26`, `Jul 2026 – Sep 2026`, `Nov 1, 2026 – Nov 15, 2026`. */
export function formatPeriod(period: Period): string {
  const { from, to } = period;
  if (!isWholeMonths(period)) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  if (from.slice(0, 7) === to.slice(0, 7)) return formatMonth(from, 'long');
  const financialYear = monthsAsOf.thisFinancialYear(to);
  if (from === financialYear.from && to === financialYear.to) return `financial year ${financialYearOf(from)}`;
  return `${formatMonth(from)} – ${formatMonth(to)}`;
}

/**
 * Today in the time zone of the chosen laboratory, the viewer's own laboratory or the network, in this order.
 * @param permission decides whether the viewer sees the network.
 */
export function useReportToday(permission: Permission, laboratoryId?: string): string {
  const { laboratoryId: own } = useUser();
  const seesNetwork = usePermission(permission).scope === 'all';
  const { data: laboratories = [] } = useQuery({
    ...laboratoryOptions,
    enabled: seesNetwork && laboratoryId !== undefined,
  });
  const chosen = laboratories.find(({ _id }) => _id === laboratoryId);
  const { timezone } = chosen ?? (seesNetwork ? undefined : own) ?? product;
  return useToday(timezone);
}
