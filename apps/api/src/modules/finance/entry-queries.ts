import {
  daysOfMonth,
  type Duplicate,
  type DuplicateQuery,
  isWaiting,
  type LedgerSeal,
  type Page,
  type TransactionCategory,
  type TransactionListItem,
  type TransactionListQuery,
  unusualAmountRule,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Ledgers } from '../../platform/ledger/ledgers';
import { LabScope } from '../../platform/domain/lab-scope';
import { objectId } from '../../platform/domain/object-id';
import type { Filter } from '../../platform/mongo/scoped-repository';
import { readAll } from '../../platform/mongo/unit-of-work';
import { addDays } from '../../platform/time/business-day';
import { monthsThrough } from '../../platform/time/report-period';
import { LaboratoriesPort, laboratoryIn } from '../laboratories/laboratories.port';
import { BillMatches } from './bills/bill-matches';
import { Books, type ClosedDays } from './books/books';
import { toDuplicate, toListItem, Entries } from './entry/entries';
import { toReferenceKey } from './entry/new-entry';
import { type EntryQuery, toFilter, waitingFor } from './entry/entry-filter';
import { EntryRepository } from './entry/entry.repository';
import { isStored, LedgerTotals } from './totals/ledger-totals';
import { type ContraTotal, EntryTotals } from './totals/entry-totals';
import { type LedgerTotal, negated, sumCounts } from './totals/sums';

const MAX_DUPLICATES = 5;

/** Up to this number, counting the entries of an index takes less time than adding up stored totals. */
const LONG = 10_000;

/** The largest amount that is not unusual yet, by laboratory and category. */
type Limits = Map<string, Map<TransactionCategory, number>>;

/** Lists of entries with their filters and counts, and single entries with what belongs to them. */
@Injectable()
export class EntryQueries {
  constructor(
    private readonly transactions: EntryRepository,
    private readonly store: Entries,
    private readonly totals: LedgerTotals,
    private readonly sums: EntryTotals,
    private readonly laboratories: LaboratoriesPort,
    private readonly bills: BillMatches,
    private readonly books: Books,
    private readonly ledgers: Ledgers,
  ) {}

  async list(actor: Actor, query: TransactionListQuery): Promise<Page<TransactionListItem>> {
    const scope = actor.scope('transactions.view');
    const closed = await this.books.closedDays();
    const filter = await this.filter(actor, scope, query, closed);
    const known = await this.knownCount(actor, scope, query, { filter, closed });
    const { items: rows, ...total } = await this.transactions.list(scope, filter, query, known);
    const laboratories = await this.laboratories.findAll(rows.map(({ laboratoryId }) => laboratoryId));
    const differences = await this.bills.differencesOf(rows.filter(({ status }) => isWaiting(status)));
    const creditOf = await this.bills.creditsOf(rows.filter(({ status }) => status === 'approved'));
    const items = rows.map((row) => {
      const laboratory = laboratoryIn(laboratories, row.laboratoryId);
      const closedThrough = closed.of(row.laboratoryId.toHexString());
      return toListItem(row, actor, {
        laboratory,
        closedThrough,
        differences: differences(row._id),
        credit: creditOf(row._id),
      });
    });
    return { items, ...total };
  }

  /** Entries of the given laboratory, by default of the viewer's own or, without one, of all laboratories. */
  async duplicates(actor: Actor, { reference, laboratoryId, except }: DuplicateQuery): Promise<Duplicate[]> {
    const scope = actor.scope('transactions.view');
    const referenceKey = toReferenceKey(reference);
    const filter = { referenceKey, laboratoryId: laboratoryId ?? scope.laboratoryId ?? undefined, except };
    return (await this.transactions.findDuplicates(scope, filter, MAX_DUPLICATES)).map(toDuplicate);
  }

  async seal(actor: Actor, id: string): Promise<{ seal: LedgerSeal | null }> {
    const row = await this.store.records.getOrThrow(actor.scope('transactions.view'), id);
    return { seal: await this.ledgers.readSeal('money', row) };
  }

  /**
   * The filter of a list, its totals and its export.
   * @param known what is closed, where the caller has read it.
   */
  async filter(
    actor: Actor,
    scope: LabScope,
    { unusualIn, ...query }: EntryQuery,
    known?: ClosedDays,
  ): Promise<Filter> {
    const closed = known ?? (await this.books.closedDays());
    const unusual = unusualIn === undefined ? undefined : await this.unusualIn(scope, unusualIn, query.laboratoryId);
    return toFilter(query, { actor, closed, unusual });
  }

  /** The number of entries of the query that the viewer can approve now. */
  async countWaiting(
    actor: Actor,
    scope: LabScope,
    query: Omit<EntryQuery, 'unusualIn'>,
    known?: ClosedDays,
  ): Promise<number> {
    const closed = known ?? (await this.books.closedDays());
    const waiting = waitingFor(query, { actor, closed });
    if (!waiting) {
      return this.transactions.count(scope, toFilter({ ...query, waitingForMe: true }, { actor, closed }));
    }
    const [all, ownPart] = await readAll(
      () => this.transactions.count(scope, waiting.all),
      () => this.transactions.count(scope, waiting.ownPart),
    );
    return Math.max(0, all - ownPart);
  }

  /**
   * The number of entries of a list, where it is known without counting each: what waits for the viewer, and long lists
   * that the stored totals count.
   */
  private async knownCount(
    actor: Actor,
    scope: LabScope,
    query: EntryQuery,
    { filter, closed }: { filter: Filter; closed: ClosedDays },
  ): Promise<number | undefined> {
    const { unusualIn, waitingForMe, search } = query;
    if (waitingForMe && search === undefined && unusualIn === undefined) {
      return this.countWaiting(actor, scope, query, closed);
    }
    if (!isStored(query)) return undefined;
    const counted = await this.transactions.countAtMost(scope, filter, LONG);
    return counted < LONG ? counted : sumCounts(await this.totals.ofList(scope, query));
  }

  /**
   * The entries of a month that `unusualAmountRule` finds. They are compared with approved entries that nothing has
   * reversed; a contra entry only repeats another entry.
   */
  private async unusualIn(scope: LabScope, month: string, laboratoryId?: readonly string[]): Promise<Filter> {
    const { from, to } = daysOfMonth(month);
    const before = monthsThrough(addDays(from, -1), unusualAmountRule.months);
    const query = { ...before, laboratoryId, status: ['approved'] as const };
    const approved = await this.totals.read(scope, query, { by: ['category'] });
    const whole = scope.laboratoryId === null ? LabScope.everywhere() : LabScope.ofLaboratory(scope.laboratoryId);
    const contra = await this.sums.ofContra(whole, before);
    const above = [...computeLimits(approved, contra)].map(([id, limits]) => ({
      laboratoryId: objectId(id),
      $or: [...limits].map(([category, limit]) => ({ category, amountPaise: { $gt: limit } })),
    }));
    if (above.length === 0) return { _id: { $in: [] } };
    return { date: { $gte: from, $lte: to }, reversalOf: null, $or: above };
  }
}

function computeLimits(approved: readonly LedgerTotal[], contra: readonly ContraTotal[]): Limits {
  const sums = new Map<string, Map<TransactionCategory, { count: number; paise: bigint }>>();
  for (const { laboratoryId, category, count, paise } of [...approved, ...contra.map(negated)]) {
    if (category === null) continue;
    const ofLaboratory = sums.get(laboratoryId) ?? new Map<TransactionCategory, { count: number; paise: bigint }>();
    const { count: counted, paise: added } = ofLaboratory.get(category) ?? { count: 0, paise: 0n };
    sums.set(laboratoryId, ofLaboratory.set(category, { count: counted + count, paise: added + paise }));
  }
  const { factor, minEntries } = unusualAmountRule;
  const limits: Limits = new Map();
  for (const [laboratoryId, categories] of sums) {
    const judged = [...categories].filter(([, { count, paise }]) => count >= minEntries && paise > 0n);
    const rows = judged.map(
      ([category, { count, paise }]) => [category, Number((paise * BigInt(factor)) / BigInt(count))] as const,
    );
    if (rows.length > 0) limits.set(laboratoryId, new Map(rows));
  }
  return limits;
}
