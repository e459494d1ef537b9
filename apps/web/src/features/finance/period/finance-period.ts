import { dayAt } from '../../../lib/calendar';
import { useReportToday } from '../../../screens/report/report-period';

/** The month that is due to be closed: from its last week on the current one, before that the previous one. */
export function monthToClose(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  return dayAt(year, day >= 25 ? month : month - 1, 1).slice(0, 7);
}

/** The current month and the twelve before it, latest first. */
export function recentMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: 13 }, (_, index) => dayAt(year, month - index, 1).slice(0, 7));
}

export function useFinanceToday(laboratoryId?: string): string {
  return useReportToday('transactions.view', laboratoryId);
}
