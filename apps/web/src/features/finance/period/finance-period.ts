import { useReportToday } from '../../../screens/report/report-period';
import { monthAfter, numbersOf } from '../../../lib/calendar';

/** The month that is due to be closed: from its last week on the current one, before that the previous one. */
export function monthToClose(today: string): string {
  return monthAfter(today, numbersOf(today).date >= 25 ? 0 : -1);
}

/** The current month and the twelve before it, latest first. */
export function recentMonths(today: string): string[] {
  return Array.from({ length: 13 }, (_, index) => monthAfter(today, -index));
}

export function useFinanceToday(laboratoryId?: string): string {
  return useReportToday('transactions.view', laboratoryId);
}
