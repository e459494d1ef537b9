import type { PaymentMethod, TransactionCategory } from '@shifa/contract';
import { demoChance } from '../demo-values';
import { addDays, eachDay } from '../../src/platform/time/business-day';
import { type DemoProfile, demoProfiles, type MonthlyItem } from './demo-profiles';

/** The outcome of an entry; most are approved. */
export type DemoOutcome =
  | 'approved'
  | 'pending'
  | 'partially_approved'
  | 'cancelled'
  | 'reversed'
  | 'reversal_pending'
  | { rejected: string; correctedPaise?: number };

export type DemoEntry = {
  /** Unique within the laboratory. */
  key: string;
  date: string;
  enteredOn: string;
  /** In UTC: takings are entered in the evening, bills before noon. */
  hour: number;
  category: TransactionCategory;
  paymentMethod: PaymentMethod;
  amountPaise: number;
  reference: string | null;
  party: string | null;
  description: string;
  enteredBy: 'bookkeeper' | 'admin';
  outcome: DemoOutcome;
  receipt?: 'image/png' | 'application/pdf';
};

export type DemoCalendar = { today: string; weeklyOff: readonly number[]; holidays: readonly string[] };

const MONTHS = 13;
const EVENING = 13;
const MORNING = 6;

/** From Sunday to Saturday. */
const weekdayShare = [0.6, 1.25, 1.05, 1, 0.95, 1, 1.15];
/** Growth over the thirteen months. */
const GROWTH = 0.33;

const ordinary = { enteredBy: 'bookkeeper', outcome: 'approved' } as const;

/** Thirteen months of ordinary entries through yesterday, unsorted; the same on the same day. */
export function demoEntries(code: string, calendar: DemoCalendar): DemoEntry[] {
  const profile = demoProfiles[code];
  if (!profile) return [];
  const days = daysThrough(addDays(calendar.today, -1));
  return [...takingsOf(code, profile, days, calendar), ...billsOf(code, profile, days)];
}

/** The current month and the twelve before it. */
function daysThrough(last: string): string[] {
  const [year = 0, month = 1] = last.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - MONTHS, 1)).toISOString().slice(0, 10);
  return eachDay(first, last);
}

function takingsOf(
  code: string,
  { takings }: DemoProfile,
  days: readonly string[],
  calendar: DemoCalendar,
): DemoEntry[] {
  return days.flatMap((date, index) => {
    const weekday = new Date(date).getUTCDay();
    if (calendar.weeklyOff.includes(weekday) || calendar.holidays.includes(date)) return [];
    if (index % takings.everyDays !== 0) return [];
    const chance = demoChance(`takings ${code} ${date}`);
    const share = (weekdayShare[weekday] ?? 1) * (1 + (GROWTH * index) / days.length);
    const { methods, rupees, everyDays } = takings;
    const paymentMethod = methods[(index / everyDays) % methods.length] ?? 'cash';
    return {
      ...ordinary,
      key: `takings ${date}`,
      date,
      enteredOn: date,
      hour: EVENING,
      category: 'test_fees' as const,
      paymentMethod,
      amountPaise: rounded(rupees * share * (0.8 + 0.4 * chance()), 10),
      reference: referenceBy(paymentMethod, chance),
      party: null,
      description: `Tests of the day, ${takenBy[paymentMethod] ?? 'counter'}`,
    };
  });
}

const takenBy: Partial<Record<PaymentMethod, string>> = { cash: 'cash desk', upi: 'UPI', card: 'card terminal' };

function billsOf(code: string, { monthly }: DemoProfile, days: readonly string[]): DemoEntry[] {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  return months.flatMap((month, monthIndex) =>
    monthly.flatMap((item, index) => {
      const date = `${month}-${String(item.day).padStart(2, '0')}`;
      const isDue = days.includes(date) && monthIndex % (item.everyMonths ?? 1) === 0;
      return isDue
        ? [billOf(item, { code, index, date, growth: 1 + (GROWTH / 2) * (monthIndex / months.length) })]
        : [];
    }),
  );
}

type Due = { code: string; index: number; date: string; growth: number };

function billOf(item: MonthlyItem, { code, index, date, growth }: Due): DemoEntry {
  const chance = demoChance(`bill ${code} ${date} ${index}`);
  const { category, method: paymentMethod, party, rupees, spread = 0 } = item;
  const variation = spread === 0 ? 1 : growth * (1 - spread + 2 * spread * chance());
  return {
    ...ordinary,
    key: `bill ${date} ${index}`,
    date,
    enteredOn: date,
    hour: MORNING,
    category,
    paymentMethod,
    amountPaise: rounded(rupees * variation, rupees > 20_000 ? 50 : 5),
    reference: referenceBy(paymentMethod, chance),
    party,
    description: `${item.description}, ${formatMonth(date)}`,
  };
}

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const formatMonth = (date: string) => monthNames.format(new Date(date));

/** Rounds rupees to a multiple of `to` and returns paise. */
function rounded(rupees: number, to: number): number {
  return Math.max(to, Math.round(rupees / to) * to) * 100;
}

const digits = (count: number, chance: () => number) => String(Math.floor(chance() * 10 ** count)).padStart(count, '0');

/** The reference that comes with a payment; null for methods without one. */
export function referenceBy(method: PaymentMethod, chance: () => number): string | null {
  if (method === 'upi') return `UPI${digits(12, chance)}`;
  if (method === 'bank_transfer') return `NEFT${digits(10, chance)}`;
  if (method === 'cheque') return digits(6, chance);
  return null;
}
