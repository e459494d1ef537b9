import { rehearsalPeriods } from '@shifa/contract';
import { addDays } from '../../platform/time/business-day';

/** Rows that are compared before other requests get their turn. */
export const REHEARSED_AT_ONCE = 250;

/** Values of one record, or sums of them. */
type Sums = Record<string, number>;
export type Compared<Values> = { before: Values; after: Values };

/** What is recorded beside what would have been, summed up over any number of records. */
export class Comparison<Values extends Sums> {
  judged = 0;
  changed = 0;
  private readonly sums: Compared<Sums> = { before: {}, after: {} };

  constructor(private readonly none: Values) {}

  /** Returns whether the record would have been different. */
  add({ before, after }: Compared<Values>): boolean {
    for (const name of Object.keys(this.none)) {
      this.sums.before[name] = (this.sums.before[name] ?? 0) + (before[name] ?? 0);
      this.sums.after[name] = (this.sums.after[name] ?? 0) + (after[name] ?? 0);
    }
    const isChanged = Object.keys(this.none).some((name) => before[name] !== after[name]);
    this.judged += 1;
    this.changed += Number(isChanged);
    return isChanged;
  }

  get values(): Compared<Values> {
    return { before: { ...this.none, ...this.sums.before }, after: { ...this.none, ...this.sums.after } };
  }
}

/** The periods of a rehearsal, which overlap: all of them end today. */
export function rehearsedPeriods(today: string): { days: number; from: string; to: string }[] {
  return rehearsalPeriods.map((days) => ({ days, from: addDays(today, 1 - days), to: today }));
}

/**
 * The proposed values that differ from those in force. Only these are rehearsed: what an earlier change of another
 * policy caused is not attributed to this one.
 */
export function changedValues<Policy extends object>(inForce: Policy, proposed: Partial<Policy>): Partial<Policy> {
  const names = Object.keys(proposed) as (keyof Policy)[];
  return Object.fromEntries(
    names
      .filter((name) => proposed[name] !== undefined && proposed[name] !== inForce[name])
      .map((name) => [name, proposed[name]]),
  ) as Partial<Policy>;
}
