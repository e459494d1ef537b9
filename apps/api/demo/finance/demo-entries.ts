import { type PaymentMethod, typeOfCategory } from '@shifa/contract';
import type { ReceiptRow } from '../../src/modules/finance/entry/entry.document';
import type { EntryFields } from '../../src/modules/finance/entry/new-entry';
import { addDays, eachDay } from '../../src/platform/time/business-day';
import type { DemoLaboratory } from '../demo-laboratories';
import { demoChance } from '../demo-values';
import { type DemoOutcome, exceptions, monthly, spreads, takings } from './demo-business';

export type DemoEntry = EntryFields & {
  /** Unique within the laboratory. */
  key: string;
  enteredAt: Date;
  by: 'bookkeeper' | 'admin';
  outcome: DemoOutcome;
  receipt?: ReceiptRow['contentType'];
  /** The key of the entry that this one reverses. */
  reverses?: string;
};

/** In UTC: takings are entered in the evening, bills before noon. */
const hours = { takings: 13, bill: 6, exception: 8 };
const MONTHS = 13;
/** From Sunday to Saturday. */
const weekdayShare = [0.6, 1.25, 1.05, 1, 0.95, 1, 1.15];
/** Growth of takings over the thirteen months; bills grow half as much. */
const GROWTH = 0.33;
const CONTRA_AFTER_DAYS = 3;

/** The entries of thirteen months in the order in which they were entered; the same on the same day. */
export function demoEntries(one: DemoLaboratory): DemoEntry[] {
  const days = daysThrough(addDays(one.today, -1));
  return [...takingsOf(one, days), ...billsOf(one, days), ...exceptionsOf(one)].toSorted(
    (a, b) => a.enteredAt.getTime() - b.enteredAt.getTime() || (a.key < b.key ? -1 : 1),
  );
}

/** The current month and the twelve before it. */
function daysThrough(last: string): string[] {
  const [year = 0, month = 1] = last.split('-').map(Number);
  return eachDay(new Date(Date.UTC(year, month - MONTHS, 1)).toISOString().slice(0, 10), last);
}

function takingsOf({ laboratory }: DemoLaboratory, days: readonly string[]): DemoEntry[] {
  const { code, weeklyOff, holidays } = laboratory;
  const { methods, rupees, everyDays } = takings[code] ?? { methods: [], rupees: 0, everyDays: Infinity };
  return days.flatMap((date, index) => {
    const weekday = new Date(date).getUTCDay();
    const paymentMethod = methods[(index / everyDays) % methods.length];
    if (!paymentMethod || weeklyOff.includes(weekday) || holidays.some((holiday) => holiday.date === date)) return [];
    const share = (weekdayShare[weekday] ?? 1) * (1 + (GROWTH * index) / days.length);
    const description = `Tests of the day, ${takenBy[paymentMethod] ?? 'counter'}`;
    const amount = (chance: Chance) => rounded(rupees * share * (0.8 + 0.4 * chance()), 10);
    const posted = { date, category: 'test_fees', paymentMethod, party: null, description } as const;
    return entryOf(code, ['takings', date], { ...posted, amount });
  });
}

const takenBy: Partial<Record<PaymentMethod, string>> = { cash: 'cash desk', upi: 'UPI', card: 'card terminal' };

function billsOf({ laboratory: { code } }: DemoLaboratory, days: readonly string[]): DemoEntry[] {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  return months.flatMap((month, monthIndex) =>
    (monthly[code] ?? []).flatMap(([day, category, paymentMethod, rupees, party, what, more = {}], index) => {
      const date = `${month}-${String(day).padStart(2, '0')}`;
      const { every = 1, spread = spreads[category] ?? 0 } = more;
      if (!days.includes(date) || monthIndex % every !== 0) return [];
      const growth = 1 + (GROWTH / 2) * (monthIndex / months.length);
      const varied = (chance: Chance) =>
        spread === 0 ? rupees : rupees * growth * (1 - spread + 2 * spread * chance());
      const amount = (chance: Chance) => rounded(varied(chance), rupees > 20_000 ? 50 : 5);
      const description = `${what}, ${monthNames.format(new Date(date))}`;
      return entryOf(code, ['bill', `${date} ${index}`], { date, category, paymentMethod, party, description, amount });
    }),
  );
}

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Entries that are reversed are followed by their contra entry. */
function exceptionsOf({ laboratory: { code }, today }: DemoLaboratory): DemoEntry[] {
  return (exceptions[code] ?? []).flatMap((line, index) => {
    const [daysAgo, category, paymentMethod, rupees, party, description, outcome, more = {}] = line;
    const { entered = daysAgo, ...unusual } = more;
    const date = addDays(today, -daysAgo);
    const posted = { date, category, paymentMethod, party, description, amount: () => rupees * 100 };
    const entry = entryOf(code, ['exception', index], {
      ...posted,
      ...unusual,
      enteredOn: addDays(today, -entered),
      outcome,
    });
    return [entry, ...contraOf(entry)];
  });
}

function contraOf(entry: DemoEntry): DemoEntry[] {
  if (entry.outcome !== 'reversed' && entry.outcome !== 'reversing') return [];
  const [key, date] = [`${entry.key} contra`, addDays(entry.date, CONTRA_AFTER_DAYS)];
  const description = `Reversal: ${entry.description}`;
  const outcome = entry.outcome === 'reversed' ? 'approved' : 'pending';
  return [
    { ...entry, key, date, enteredAt: momentOn(date, 'exception', key), description, outcome, reverses: entry.key },
  ];
}

type Kind = keyof typeof hours;
type Chance = () => number;
type Planned = Pick<EntryFields, 'date' | 'category' | 'paymentMethod' | 'party' | 'description'> &
  Partial<Pick<DemoEntry, 'by' | 'outcome' | 'receipt'>> & {
    enteredOn?: string;
    amount: (chance: Chance) => number;
  };

/** By default an entry of the bookkeeper that was entered on its day and approved. */
function entryOf(code: string, [kind, name]: [Kind, string | number], planned: Planned): DemoEntry {
  const { date, category, paymentMethod, party, description, amount, enteredOn = date, ...more } = planned;
  const chance = demoChance(`${kind} ${code} ${name}`);
  const key = `${kind} ${name}`;
  const amountPaise = amount(chance);
  const reference = referenceBy(paymentMethod, chance);
  const enteredAt = momentOn(enteredOn, kind, key);
  const type = typeOfCategory(category);
  const posted = { type, date, amountPaise, category, paymentMethod, reference, party, description };
  return { by: 'bookkeeper', outcome: 'approved', ...more, ...posted, key, enteredAt };
}

function momentOn(day: string, kind: Kind, key: string): Date {
  const minutes = hours[kind] * 60 + Math.floor(demoChance(key)() * 55);
  return new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000);
}

/** Rounds rupees to a multiple of `to` and returns paise. */
function rounded(rupees: number, to: number): number {
  return Math.max(to, Math.round(rupees / to) * to) * 100;
}

/** The reference that comes with a payment; null for methods without one. */
function referenceBy(method: PaymentMethod, chance: Chance): string | null {
  const digits = (count: number) => String(Math.floor(chance() * 10 ** count)).padStart(count, '0');
  if (method === 'upi') return `UPI${digits(12)}`;
  if (method === 'bank_transfer') return `NEFT${digits(10)}`;
  return method === 'cheque' ? digits(6) : null;
}
