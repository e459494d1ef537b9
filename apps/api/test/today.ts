import { addDays, businessDay, NETWORK_TIMEZONE } from '../src/platform/time/business-day';

/** The day that many days after today in India, where the laboratories of the tests are; UTC is hours behind. */
export function dayAhead(days: number, now = new Date()): string {
  return addDays(businessDay(now, NETWORK_TIMEZONE), days);
}
