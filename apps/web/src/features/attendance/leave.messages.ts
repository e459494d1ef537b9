import { formatDayCount } from '../../lib/format';

/** `2.5 days left`; names the year if the leave is in two. */
export function balanceText(remaining: number, year: number | undefined): string {
  const days = formatDayCount(Math.abs(remaining));
  if (year === undefined) return remaining < 0 ? `${days} over the balance` : `${days} left`;
  return remaining < 0 ? `${days} over the balance in ${year}` : `${days} left in ${year}`;
}

export function decisionText(by: string, date: string, reason: string | null): string {
  return reason === null ? `Decided by ${by} on ${date}` : `Decided by ${by} on ${date}: ${reason}`;
}

export function leaveCancellationText(by: string, date: string, reason: string | null): string {
  return reason === null ? `Cancelled by ${by} on ${date}` : `Cancelled by ${by} on ${date}: ${reason}`;
}
