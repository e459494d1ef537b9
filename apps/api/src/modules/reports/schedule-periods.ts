import type { ReportFrequency } from '@shifa/contract';
import { addDays, monthOf } from '../../platform/time/business-day';
import type { ReportScheduleRow } from './report.document';

export type Period = { from: string; to: string };

/** Of what is due, the latest: so many files at most are written for a schedule at once. */
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

/** The complete periods to generate a report of, the earliest first. */
export function duePeriods({ frequency, lastPeriod: tried, dueFrom }: Progress, today: string): Period[] {
  const latest = lastPeriod(frequency, today);
  if (!dueFrom) return tried?.to === latest.to ? [] : [latest];
  const due: Period[] = [];
  for (let period = latest; period.to >= dueFrom && due.length < MAX_DUE; period = periodBefore(frequency, period)) {
    due.unshift(period);
  }
  return due;
}

/** The day on which the next period is complete; today if a report is due. */
export function nextRun(progress: Progress, today: string): string {
  if (duePeriods(progress, today).length > 0) return today;
  return addDays(periodOf(progress.frequency, today).to, 1);
}
