import type { ReportFrequency } from '@shifa/contract';
import { addDays, monthOf } from '../../platform/time/business-day';
import type { ReportScheduleRow } from './report.document';

export type Period = { from: string; to: string };

/** So many files at most are written for a schedule at once, of the latest periods. */
const MAX_DUE = 62;

/** The day, week from Monday to Sunday, or month that the day is part of. */
function periodOf(frequency: ReportFrequency, day: string): Period {
  if (frequency === 'daily') return { from: day, to: day };
  if (frequency === 'monthly') return monthOf(day);
  const monday = addDays(day, 1 - (new Date(day).getUTCDay() || 7));
  return { from: monday, to: addDays(monday, 6) };
}

function periodBefore(frequency: ReportFrequency, { from }: Period): Period {
  return periodOf(frequency, addDays(from, -1));
}

/** The last complete day, week or month. */
export function lastPeriod(frequency: ReportFrequency, today: string): Period {
  return periodBefore(frequency, periodOf(frequency, today));
}

type Progress = Pick<ReportScheduleRow, 'frequency' | 'lastPeriod' | 'dueFrom'>;

/** The complete periods that no report covers yet, the earliest first: also those that ended while no server ran. */
export function duePeriods({ frequency, lastPeriod: tried, dueFrom }: Progress, today: string): Period[] {
  const latest = lastPeriod(frequency, today);
  const first = dueFrom ?? (tried ? addDays(tried.to, 1) : latest.from);
  const due: Period[] = [];
  for (let period = latest; period.to >= first && due.length < MAX_DUE; period = periodBefore(frequency, period)) {
    due.unshift(period);
  }
  return due;
}

type Saved = { active?: boolean | undefined; frequency?: ReportFrequency | undefined };

/**
 * The first day to report on once a schedule is saved; null where it goes on after its last period. With another
 * frequency, the period under way is divided or becomes part of a longer one, so that no day is left out. Periods that
 * have ended during a pause are passed over, but for the last.
 * @param failedFrom the first day whose report is to be tried again.
 */
export function dueFromOnceSaved(
  before: Progress & Pick<ReportScheduleRow, 'active'>,
  { active, frequency = before.frequency }: Saved,
  { failedFrom, today }: { failedFrom: string | null; today: string },
): string | null {
  const { lastPeriod: tried, dueFrom: known } = before;
  const due = known && failedFrom ? earlier(known, failedFrom) : (known ?? failedFrom);
  if (!tried) return due;
  const latest = lastPeriod(frequency, today);
  const isReported = tried.from <= latest.from && latest.to <= tried.to;
  if (frequency !== before.frequency) {
    const next = due ?? addDays(tried.to, 1);
    return isReported ? next : earlier(next, latest.from);
  }
  const isResumed = active === true && !before.active;
  return due ?? (isResumed && !isReported ? latest.from : null);
}

function earlier(day: string, other: string): string {
  return day < other ? day : other;
}

/** The day on which the next period is complete; today if a report is due. */
export function nextRun(progress: Progress, today: string): string {
  if (duePeriods(progress, today).length > 0) return today;
  return addDays(periodOf(progress.frequency, today).to, 1);
}
