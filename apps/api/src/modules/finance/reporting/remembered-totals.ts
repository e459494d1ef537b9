import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../../platform/events/domain-events';
import { Memory } from '../../../platform/memory/remembered';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { monthKey, monthsBetween, monthsOf } from '../../../platform/time/report-period';
import { transactionsChanged } from '../transactions/transaction-store';
import { type LedgerTotal, totalsIn } from './finance-report';
import type { TotalsRange } from './ledger-ranges';
import type { TotalsDimension } from './ledger-totals.document';
import { LedgerTotalsRepository } from './ledger-totals.repository';

/** About 50 MB: reports of two years by day over a hundred laboratories, or by category over forty. */
const MAX_TALLIES = 400_000;
/** What a month costs besides its tallies. */
const MONTH_SIZE = 10;
/** Longer periods, which nobody analyzes again and again, are only read. */
const MAX_MONTHS = 120;

/**
 * The stored totals, by month, remembered until an entry of the month changes. Decoding them is what reports of a year
 * would mostly do, and the months before the current one rarely change.
 */
@Injectable()
export class RememberedTotals implements OnModuleInit {
  private readonly months;

  constructor(
    private readonly stored: LedgerTotalsRepository,
    private readonly events: DomainEvents,
    memory: Memory,
  ) {
    this.months = memory.remember<LedgerTotal[]>({ sizeOf: ({ length }) => length + MONTH_SIZE, maxSize: MAX_TALLIES });
  }

  onModuleInit(): void {
    const forget = (months: ReadonlySet<string>) => this.months.forgetWhere((key) => months.has(key.slice(0, 7)));
    this.events.after(
      transactionsChanged,
      ({ changes }) =>
        forget(
          new Set(changes.flatMap(({ before, after }) => [before ?? after, after].map(({ date }) => monthKey(date)))),
        ),
      { first: true },
    );
  }

  forgetAll(): void {
    this.months.forgetAll();
  }

  /** @param laboratoryIds narrows the scope. @param dimensions what is to be told apart; the rest is added up. */
  async read(
    scope: LabScope,
    range: TotalsRange,
    laboratoryIds: readonly string[] | undefined,
    dimensions: readonly TotalsDimension[],
  ): Promise<LedgerTotal[]> {
    const { grain, from, to } = range;
    const part = dimensions.length > 0 ? 'cells' : 'sums';
    const load = async (section: TotalsRange) =>
      (await this.stored.read(scope, section, laboratoryIds, part)).flatMap((row) => totalsIn(row, dimensions));
    if (from === undefined || to === undefined) return load(range);
    const period = { from: firstDay(from), to: firstDay(to) };
    if (monthsBetween(period.from, period.to) > MAX_MONTHS) return load(range);

    // A few days of a month are read without its other days.
    const days = grain === 'day' && monthKey(from) === monthKey(to) ? { from, to } : null;
    const ids = laboratoryIds?.toSorted();
    const what = JSON.stringify([grain, days, dimensions, scope.laboratoryId, scope.userId, ids]);
    const keys = monthsOf(period).map(({ key }) => `${key} ${what}`);
    const months = await this.months.getMany(keys, async (missing) => {
      const [first = '', last = first] = [missing[0], missing.at(-1)].map((key) => key?.slice(0, 7));
      const months = grain === 'month' ? { from: first, to: last } : { from: `${first}-01`, to: `${last}-31` };
      const found = await load({ grain, ...(days ?? months) });
      return (key) => ({ value: found.filter((total) => monthKey(total.period) === monthKey(key)) });
    });
    return months.flat().filter((total) => total.period >= from && total.period <= to);
  }
}

/** Of the month in which the day, or which itself, is the period of a document. */
function firstDay(period: string): string {
  return `${monthKey(period)}-01`;
}
