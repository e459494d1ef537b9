import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../../platform/events/domain-events';
import { Memory } from '../../../platform/memory/remembered';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { monthKey, monthsBetween, monthsOf } from '../../../platform/time/report-period';
import type { EntityChanged } from '../../../platform/records/records';
import type { TransactionRow } from '../entry/entry.document';
import { transactionsChanged } from '../entry/entries';
import { type LedgerTotal, totalsIn } from './sums';
import type { TotalsRange } from './ledger-ranges';
import type { TotalsDimension } from './ledger-totals.document';
import { LedgerTotalsRepository } from './ledger-totals.repository';

/** About 50 MB: reports of two years by day over a hundred laboratories, or by category over forty. */
const MAX_TALLIES = 400_000;
/** What a part costs besides its tallies. */
const PART_SIZE = 10;
/** Longer periods, which nobody analyzes again and again, are only read. */
const MAX_MONTHS = 120;
/** Of the periods, such as a few days of a month, and dimensions that are remembered. */
const MAX_KINDS = 500;
/** In place of an id: not told apart. */
const ALL_LABORATORIES = 'all';

/**
 * The stored totals, by month and laboratory, remembered until an entry of both changes. Decoding them is what reports
 * of a year would mostly do, and the months before the current one rarely change.
 */
@Injectable()
export class RememberedTotals implements OnModuleInit {
  private readonly parts;
  private readonly laboratories;
  /** The laboratories that had totals when they were last read. */
  private known: ReadonlySet<string> = new Set();
  /** The ends of the keys of `parts`, which begin with a month and a laboratory. */
  private readonly kinds = new Set<string>();

  constructor(
    private readonly stored: LedgerTotalsRepository,
    private readonly events: DomainEvents,
    memory: Memory,
  ) {
    this.parts = memory.remember<LedgerTotal[]>({ sizeOf: ({ length }) => length + PART_SIZE, maxSize: MAX_TALLIES });
    this.laboratories = memory.remember<readonly string[]>();
  }

  onModuleInit(): void {
    this.events.after(transactionsChanged, ({ changes }) => this.forget(changes), { first: true });
  }

  forgetAll(): void {
    this.parts.forgetAll();
    this.laboratories.forgetAll();
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
    const load = async (section: TotalsRange, ids: readonly string[] | undefined) =>
      (await this.stored.read(scope, section, ids, part)).flatMap((row) => totalsIn(row, dimensions));
    if (from === undefined || to === undefined) return load(range, laboratoryIds);
    const period = { from: firstDay(from), to: firstDay(to) };
    if (monthsBetween(period.from, period.to) > MAX_MONTHS) return load(range, laboratoryIds);

    // A few days of a month are read without its other days.
    const days = grain === 'day' && monthKey(from) === monthKey(to) ? { from, to } : null;
    const asked = laboratoryIds ?? (await this.laboratoryIds(scope));
    const reached = [...new Set(asked)].filter((id) => id === ALL_LABORATORIES || scope.reaches(id));
    const kind = this.kindOf(JSON.stringify([grain, days, dimensions]));
    const keys = monthsOf(period).flatMap(({ key }) => reached.map((id) => `${partOf(key, id)} ${kind}`));
    const parts = await this.parts.getMany(keys, async (missing) => {
      const [months, ids] = [missing.map(monthKey), new Set(missing.map((key) => key.split(' ')[1] ?? ''))];
      const [first = '', last = first] = [months[0], months.at(-1)];
      const section = grain === 'month' ? { from: first, to: last } : { from: `${first}-01`, to: `${last}-31` };
      const isEvery = laboratoryIds === undefined && ids.size === reached.length;
      const found = new Map<string, LedgerTotal[]>();
      for (const total of await load({ grain, ...(days ?? section) }, isEvery ? undefined : [...ids])) {
        const id = reached.length > 1 ? total.laboratoryId : reached[0];
        const key = `${partOf(monthKey(total.period), id ?? '')} ${kind}`;
        const known = found.get(key);
        if (known) known.push(total);
        else found.set(key, [total]);
      }
      return (key) => ({ value: found.get(key) ?? [] });
    });
    return parts.flat().filter((total) => total.period >= from && total.period <= to);
  }

  private forget(changes: EntityChanged<TransactionRow>['changes']): void {
    const changed = changes.flatMap(({ before, after }) => [before ?? after, after]);
    const parts = new Set(changed.map(({ date, laboratoryId }) => partOf(monthKey(date), laboratoryId.toHexString())));
    for (const part of parts) this.parts.forget(Array.from(this.kinds, (kind) => `${part} ${kind}`));
    const isNew = ({ laboratoryId }: TransactionRow) => !this.known.has(laboratoryId.toHexString());
    if (changes.some(({ after }) => isNew(after))) this.laboratories.forgetAll();
  }

  /** Of the scope, those that have totals, as long as they can be remembered one by one. */
  private async laboratoryIds(scope: LabScope): Promise<readonly string[]> {
    if (scope.laboratoryId !== null) return [scope.laboratoryId];
    if (!this.parts.isKept) return [ALL_LABORATORIES];
    const ids = await this.laboratories.get('', async () => ({ value: await this.stored.laboratoryIds() }));
    this.known = new Set(ids);
    return ids;
  }

  /** Known from now on, so that what is remembered of the kind can be forgotten. */
  private kindOf(kind: string): string {
    if (this.kinds.size >= MAX_KINDS && !this.kinds.has(kind)) {
      this.parts.forgetAll();
      this.kinds.clear();
    }
    this.kinds.add(kind);
    return kind;
  }
}

function partOf(month: string, laboratoryId: string): string {
  return `${month} ${laboratoryId}`;
}

/** Of the month in which the day, or which itself, is the period of a document. */
function firstDay(period: string): string {
  return `${monthKey(period)}-01`;
}
