import { transactionCategories, type TransactionFilterQuery } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Caches } from '../../../platform/cache/caches';
import { DomainEvents, eventKind } from '../../../platform/events/domain-events';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { readAll } from '../../../platform/mongo/unit-of-work';
import type { Change } from '../../../platform/records/records';
import { addDays, monthOf } from '../../../platform/time/business-day';
import { addMonths, monthKey, monthsBetween, splitIntoMonths, type Period } from '../../../platform/time/report-period';
import { transactionsChanged } from '../entry/entries';
import type { TransactionRow } from '../entry/entry.document';
import { toPartyKey } from '../entry/new-entry';
import { EntryTotals } from './entry-totals';
import {
  LedgerTotalsRepository,
  type LedgerTotalsRow,
  type TotalsDimension,
  totalsDimensions,
  type TotalsRange,
} from './ledger-totals.repository';
import { PartyTotalsRepository } from './party-totals.repository';
import { type LedgerTotal, matching, negated, type TotalsFilter, totalsIn } from './sums';

/** The stored totals of a laboratory were corrected. */
export const totalsCorrected = eventKind<string>('ledger-totals.corrected');

/** A missing end of the period is open. */
export type TotalsQuery = Partial<Period> & TotalsFilter & { laboratoryId?: readonly string[] };

/** Filters that the stored totals support. */
const storedDimensions = new Set([
  'laboratoryId',
  'type',
  'category',
  'paymentMethod',
  'status',
  'party',
  'from',
  'to',
]);
/** What does not change which entries a list shows. */
const ofLists = ['sort', 'page', 'limit'];

/** Whether the stored totals support the filter of a list. For any other, the matching entries have to be read. */
export function isStored(query: Partial<TransactionFilterQuery>): boolean {
  return Object.entries(query).every(
    ([field, value]: [string, unknown]) =>
      value === undefined || storedDimensions.has(field) || ofLists.includes(field),
  );
}

/** About 50 MB: reports of two years by day over a hundred laboratories, or by category over forty. */
const MAX_TALLIES = 400_000;
/** Another 12 MB: the parts of a month with which reports begin or end, of a hundred laboratories. */
const MAX_PART_TALLIES = 100_000;
/** What a cached month costs besides its tallies. */
const MONTH_SIZE = 10;
/** Longer periods, which no one analyzes repeatedly, are read without the cache. */
const MAX_MONTHS = 120;

/** What has to be subtracted is excluded. */
type PeriodRange = (TotalsRange & { grain: 'month'; excluded?: never }) | (Period & { grain: 'day'; excluded?: true });
type Dimensions = readonly TotalsDimension[];
type Asked = { scope: LabScope; laboratoryId: readonly string[] | undefined; dimensions: Dimensions };

/** Every way in which a month can be decoded. */
const views = (['day', 'month'] as const).flatMap((grain) =>
  ([[], ['category'], ['paymentMethod'], totalsDimensions] as const).map((dimensions) => viewKey(grain, dimensions)),
);

/**
 * Totals of entries, from the stored totals or from the entries themselves. The decoded months of each laboratory and
 * the sums of a part of their days are cached until one of their entries changes: decoding takes most of the time of a
 * report, and past months rarely change.
 */
@Injectable()
export class LedgerTotals implements OnModuleInit {
  private readonly months;
  /** The sums of some days of a month; their keys begin with the key of the month. */
  private readonly parts;
  private readonly laboratories;
  /** The laboratories that had totals when they were last read. */
  private known: ReadonlySet<string> = new Set();

  constructor(
    private readonly stored: LedgerTotalsRepository,
    private readonly parties: PartyTotalsRepository,
    private readonly entries: EntryTotals,
    private readonly events: DomainEvents,
    caches: Caches,
  ) {
    const sizeOf = ({ length }: LedgerTotal[]) => length + MONTH_SIZE;
    this.months = caches.create<LedgerTotal[]>({ name: 'finance.months', sizeOf, maxSize: MAX_TALLIES });
    this.parts = caches.create<LedgerTotal[]>({
      name: 'finance.parts',
      sizeOf,
      maxSize: MAX_PART_TALLIES,
      groupOf: (key) => key.split(' ', 2).join(' '),
    });
    this.laboratories = caches.create<readonly string[]>({ name: 'finance.laboratories' });
  }

  onModuleInit(): void {
    this.events.invalidates(transactionsChanged, ({ changes }) => this.invalidate(changes));
    this.events.invalidates(totalsCorrected, () => this.invalidateAll());
  }

  /**
   * The stored totals of a period, by month. Of a part of a month, either its days are added up or, where these are
   * fewer, the others are subtracted as negative totals.
   * @param options `byDay` reads days; `by` is what to tell apart, besides what the filter restricts.
   */
  async read(
    scope: LabScope,
    { from, to, laboratoryId, ...filter }: TotalsQuery,
    { byDay = false, by = [] }: { byDay?: boolean; by?: readonly TotalsDimension[] } = {},
  ): Promise<LedgerTotal[]> {
    const dimensions = totalsDimensions.filter((one) => by.includes(one) || filter[one] !== undefined);
    const asked = { scope, laboratoryId, dimensions };
    if (byDay) return matching(await this.readRange(asked, { grain: 'day', from, to }, { byDay }), filter);
    const found = await readAll(
      ...splitIntoRanges({ from, to }).map(({ excluded, ...range }) => async () => {
        const totals = await this.readRange(asked, range);
        return excluded ? totals.map(negated) : totals;
      }),
    );
    return matching(found.flat(), filter);
  }

  /** The totals of a list whose filter `isStored`. */
  ofList(scope: LabScope, { party, ...query }: TotalsQuery & { party?: string }): Promise<LedgerTotal[]> {
    return party === undefined ? this.read(scope, query) : this.ofParty(scope, toPartyKey(party), query);
  }

  /** Whole months are stored; of a part of a month, the entries are added up. */
  private async ofParty(
    scope: LabScope,
    partyKey: string,
    { from, to, laboratoryId, ...filter }: TotalsQuery,
  ): Promise<LedgerTotal[]> {
    const dimensions = totalsDimensions.filter((one) => filter[one] !== undefined);
    // Both indexes by party need the laboratories.
    const ids = laboratoryId ?? (await this.laboratoryIdsIn(scope));
    const parts = dimensions.length > 0 ? cellsOf(filter) : ['sums'];
    const found = await readAll(
      ...splitIntoRanges({ from, to }).map((range) => async () => {
        if (range.grain === 'month') {
          const rows = await this.parties.read(scope, partyKey, range, { ids, parts });
          return rows.flatMap((row) => totalsIn([row], dimensions));
        }
        const totals = await this.entries.ofParty(scope, partyKey, range, ids);
        return range.excluded ? totals.map(negated) : totals;
      }),
    );
    return matching(found.flat(), filter);
  }

  private invalidate(changes: readonly Change<TransactionRow>[]): void {
    const changed = changes.flatMap(({ before, after }) => [before ?? after, after]);
    const months = new Set(changed.map(({ date, laboratoryId }) => `${monthKey(date)} ${laboratoryId.toHexString()}`));
    for (const month of months) this.months.invalidate(views.map((view) => `${month} ${view}`));
    this.parts.invalidateGroups(months);
    if (changed.some(({ laboratoryId }) => !this.known.has(laboratoryId.toHexString()))) this.laboratories.clear();
  }

  invalidateAll(): void {
    this.months.clear();
    this.parts.clear();
    this.laboratories.clear();
  }

  private async readRange(
    { scope, laboratoryId, dimensions }: Asked,
    range: TotalsRange,
    { byDay = false } = {},
  ): Promise<LedgerTotal[]> {
    const { grain, from, to } = range;
    const load = (section: TotalsRange, ids: readonly string[] | undefined) =>
      this.stored.read(scope, section, ids, dimensions.length > 0 ? 'cells' : 'sums');
    if (from === undefined || to === undefined || monthsBetween(from, to) > MAX_MONTHS) {
      return (await load(range, laboratoryId)).flatMap((row) => totalsIn([row], dimensions));
    }
    const ids = [...new Set(laboratoryId ?? (await this.laboratoryIdsIn(scope)))].filter((id) => scope.reaches(id));
    const isPart = grain === 'day' && !byDay;
    const view = isPart ? viewKey(`${from} ${to}`, dimensions) : viewKey(grain, dimensions);
    const all = splitIntoMonths({ from: `${monthKey(from)}-01`, to: `${monthKey(to)}-01` }).flatMap(({ key: month }) =>
      ids.map((id) => ({ month, id, key: `${month} ${id} ${view}` })),
    );
    const totals = await (isPart ? this.parts : this.months).getMany(
      all.map(({ key }) => key),
      async (keys) => {
        const missing = new Set(keys);
        const wanted = all.filter(({ key }) => missing.has(key));
        const [first, last] = [wanted[0]?.month ?? '', wanted.at(-1)?.month ?? ''];
        const section = grain === 'month' ? { from: first, to: last } : { from: `${first}-01`, to: `${last}-31` };
        const missingIds = [...new Set(wanted.map(({ id }) => id))];
        const found = new Map<string, LedgerTotalsRow[]>(keys.map((key) => [key, []]));
        for (const row of await load(isPart ? range : { grain, ...section }, missingIds)) {
          found.get(`${monthKey(row.period)} ${row.laboratoryId.toHexString()} ${view}`)?.push(row);
        }
        return (key) => {
          const rows = found.get(key) ?? [];
          return { value: isPart ? totalsIn(rows, dimensions) : rows.flatMap((row) => totalsIn([row], dimensions)) };
        };
      },
    );
    return isPart ? totals.flat() : totals.flat().filter(({ period }) => period >= from && period <= to);
  }

  /** The laboratories of the scope that have totals. */
  private async laboratoryIdsIn(scope: LabScope): Promise<readonly string[]> {
    if (scope.laboratoryId !== null) return [scope.laboratoryId];
    const ids = await this.laboratories.get('', async () => ({ value: await this.stored.laboratoryIds() }));
    this.known = new Set(ids);
    return ids;
  }
}

/**
 * The ranges that cover a period with the fewest documents: months, and at both ends the days of the period or, where
 * these are fewer, the excluded days of the month outside of it.
 */
export function splitIntoRanges({ from, to }: Partial<Period>): PeriodRange[] {
  const [before, after] = [from ? dayNumber(from) - 1 : 0, to ? dayNumber(monthOf(to).to) - dayNumber(to) : 0];
  const isOneMonth = from && to && monthKey(from) === monthKey(to);
  const within = isOneMonth ? dayNumber(to) - dayNumber(from) + 1 : 0;
  const startsWithMonth =
    !from || (isOneMonth ? before + after < within : before < dayNumber(monthOf(from).to) - before);
  const endsWithMonth = !to || (isOneMonth ? startsWithMonth : after < dayNumber(to));
  const first = from && addMonths(monthKey(from), startsWithMonth ? 0 : 1);
  const last = to && addMonths(monthKey(to), endsWithMonth ? 0 : -1);
  if (from && to && first && last && first > last) return [{ grain: 'day', from, to }];
  const days = (period: Period, excluded = false): PeriodRange => ({
    grain: 'day',
    ...period,
    ...(excluded && { excluded }),
  });

  const ranges: PeriodRange[] = [];
  if (from && !startsWithMonth) ranges.push(days({ from, to: monthOf(from).to }));
  else if (from && before > 0) ranges.push(days({ from: monthOf(from).from, to: addDays(from, -1) }, true));
  ranges.push({ grain: 'month', ...(first && { from: first }), ...(last && { to: last }) });
  if (to && !endsWithMonth) ranges.push(days({ from: monthOf(to).from, to }));
  else if (to && after > 0) ranges.push(days({ from: addDays(to, 1), to: monthOf(to).to }, true));
  return ranges;
}

/** The paths of the cells that a filter by category, method or both includes. */
function cellsOf({ category = transactionCategories, paymentMethod }: TotalsFilter): string[] {
  return category.flatMap((one) => paymentMethod?.map((method) => `cells.${one}.${method}`) ?? `cells.${one}`);
}

function dayNumber(day: string): number {
  return Number(day.slice(-2));
}

function viewKey(days: string, dimensions: Dimensions): string {
  return [days, ...dimensions].join(' ');
}
