import {
  type AnalysisRow,
  isCounted,
  isWaiting,
  type PaymentMethod,
  paymentMethodLabels,
  type Sums,
  type SumsAndPending,
  type TotalPaise,
  totalPaise,
  type TransactionCategory,
  transactionCategoryLabels,
  type TransactionReport,
  type TransactionStats,
  type TransactionStatus,
  type TransactionType,
  typeOfCategory,
} from '@shifa/contract';
import { grouped } from '../../../platform/grouped';
import { toBigint } from '../../../platform/mongo/stored-integer';
import {
  type ByStatus,
  type LedgerTotalsRow,
  type Tally,
  type TotalsDimension,
  totalsDimensions,
} from './ledger-totals.repository';
import { type Readings, rowsByKey, rowsByTime } from '../../laboratories/analyses.port';
import type { Bucket, Period, TimeGroup } from '../../../platform/time/report-period';

/** A tally with its dimensions; category and method are null where they were not to be told apart. */
export type LedgerTotal = Tally & {
  laboratoryId: string;
  /** `2026-11-21` or `2026-11`. */
  period: string;
  type: TransactionType;
  category: TransactionCategory | null;
  paymentMethod: PaymentMethod | null;
  status: TransactionStatus;
};

/** Restricts totals; each field can list several values. */
export type TotalsFilter = {
  type?: readonly TransactionType[];
  category?: readonly TransactionCategory[];
  paymentMethod?: readonly PaymentMethod[];
  status?: readonly TransactionStatus[];
};

type TypeTotal = Tally & { type: TransactionType; status: TransactionStatus };
type Row = TransactionReport['rows'][number];

/**
 * The tallies of stored documents of one laboratory, with the period of the first. Those that differ only in their period
 * or in a dimension that is not told apart are added up.
 */
export function totalsIn(
  rows: readonly Partial<LedgerTotalsRow>[],
  dimensions: readonly TotalsDimension[],
): LedgerTotal[] {
  const [{ laboratoryId, period = '' } = {}] = rows;
  const document = { laboratoryId: laboratoryId?.toHexString() ?? '', period };
  const totals = new Map<string, LedgerTotal>();
  const add = (byStatus: ByStatus, parts: Pick<LedgerTotal, 'type' | 'category' | 'paymentMethod'>) => {
    for (const [status, tally] of typedEntries(byStatus)) {
      // A rebuild of earlier versions left out numbers that are zero.
      const stored: Partial<typeof tally> = tally;
      const [count, paise] = [Number(stored.count ?? 0), toBigint(stored.paise ?? 0)];
      const key = `${parts.type} ${parts.category} ${parts.paymentMethod} ${status}`;
      const known = totals.get(key);
      if (!known) totals.set(key, { ...document, ...parts, status, count, paise });
      else Object.assign(known, { count: known.count + count, paise: known.paise + paise });
    }
  };

  const [byCategory, byMethod] = totalsDimensions.map((dimension) => dimensions.includes(dimension));
  for (const { cells = {}, sums = {} } of rows) {
    for (const [type, byStatus] of typedEntries(sums)) add(byStatus, { type, category: null, paymentMethod: null });
    for (const [category, methods] of typedEntries(cells)) {
      for (const [method, byStatus] of typedEntries(methods)) {
        const parts = { category: byCategory ? category : null, paymentMethod: byMethod ? method : null };
        add(byStatus, { type: typeOfCategory(category), ...parts });
      }
    }
  }
  return [...totals.values()];
}

/** To be subtracted. */
export function negated<Total extends Tally>(total: Total): Total {
  return { ...total, count: -total.count, paise: -total.paise };
}

/** The totals that the filter includes. Totals that do not tell its categories or methods apart are not. */
export function matching(totals: readonly LedgerTotal[], filter: TotalsFilter): LedgerTotal[] {
  const matches = <Value>(wanted: readonly Value[] | undefined, value: Value | null) =>
    !wanted || (value !== null && wanted.includes(value));
  return totals.filter(
    ({ type, category, paymentMethod, status }) =>
      matches(filter.status, status) &&
      matches(filter.type, type) &&
      matches(filter.category, category) &&
      matches(filter.paymentMethod, paymentMethod),
  );
}

/** The sums of approved and of pending entries. */
export function sumUp(totals: readonly TypeTotal[]): SumsAndPending {
  const [approved, pending] = [
    { count: 0, income: 0n, expense: 0n },
    { count: 0, income: 0n, expense: 0n },
  ];
  // In one pass: a report adds up tens of thousands of tallies.
  for (const { status, type, count, paise } of totals) {
    const sums = isCounted(status) ? approved : isWaiting(status) ? pending : null;
    if (sums === null) continue;
    sums.count += count;
    sums[type] += paise;
  }
  return { ...toSums(approved), pending: toSums(pending) };
}

/** The number of entries, by default of any status. */
export function sumCounts(totals: readonly Pick<TypeTotal, 'count' | 'status'>[], status?: TransactionStatus): number {
  return totals.reduce((sum, total) => (status && total.status !== status ? sum : sum + total.count), 0);
}

function toSums({ count, income, expense }: { count: number } & Record<TransactionType, bigint>): Sums {
  return {
    count,
    incomePaise: totalPaise(income),
    expensePaise: totalPaise(expense),
    netPaise: totalPaise(income - expense),
  };
}

/** Income first, largest amounts first within each type. */
export function byCategory(
  current: readonly LedgerTotal[],
  previous: readonly LedgerTotal[],
): TransactionStats['byCategory'] {
  const before = sumsBy(previous, ({ category }) => category);
  return [...sumsBy(current, ({ category }) => category)]
    .flatMap(([category, sums]) => {
      if (category === null || sums.count === 0) return [];
      const type = typeOfCategory(category);
      const amount = `${type}Paise` as const;
      const previousPaise = before.get(category)?.[amount] ?? 0;
      return { category, type, count: sums.count, amountPaise: sums[amount], previousPaise };
    })
    .toSorted((a, b) =>
      a.type === b.type ? largestFirst(a.amountPaise, b.amountPaise) : a.type === 'income' ? -1 : 1,
    );
}

/** Largest turnover first; methods without approved entries are omitted. */
export function byMethod(totals: readonly LedgerTotal[]): TransactionStats['byMethod'] {
  return [...sumsBy(totals, ({ paymentMethod }) => paymentMethod)]
    .flatMap(([paymentMethod, sums]) => (paymentMethod === null || sums.count === 0 ? [] : { paymentMethod, ...sums }))
    .toSorted((a, b) => largestFirst(turnover(a), turnover(b)));
}

/** The sums of each month, from monthly totals; includes empty months. */
export function toTrend(totals: readonly LedgerTotal[], months: readonly Bucket[]): TransactionStats['trend'] {
  const sums = sumsBy(totals, ({ period }) => period);
  return months.map(({ key }) => ({ month: key, ...(sums.get(key) ?? sumUp([])) }));
}

/** See `rowsByTime`. */
export function timeRows(
  group: TimeGroup,
  period: Period,
  current: readonly LedgerTotal[],
  previous?: { period: Period; totals: readonly LedgerTotal[] },
): Row[] {
  const before = previous ? { period: previous.period, parts: previous.totals } : null;
  return rowsByTime(group, { current: { period, parts: current }, previous: before }, dayOf, sumUp).map(toReportRow);
}

/** One row per group, largest turnover first; groups that are empty in both periods are omitted. */
export function groupRows(
  period: Period,
  keyOf: (total: LedgerTotal) => string | null,
  labelOf: (key: string) => string,
  current: readonly LedgerTotal[],
  previous?: readonly LedgerTotal[],
): Row[] {
  const before = previous ? { period, parts: previous } : null;
  return rankedRows({ current: { period, parts: current }, previous: before }, keyOf, labelOf).map(toReportRow);
}

/** As `groupRows`, with pending amounts in the previous period as well. */
export function rankedRows(
  readings: Readings<LedgerTotal>,
  keyOf: (total: LedgerTotal) => string | null,
  labelOf: (key: string) => string,
): AnalysisRow<SumsAndPending>[] {
  return rowsByKey(readings, keyOf, labelOf, sumUp)
    .filter(({ values, previous }) => values.count + values.pending.count + (previous?.count ?? 0) > 0)
    .toSorted(
      (a, b) =>
        largestFirst(turnover(a.values), turnover(b.values)) ||
        largestFirst(turnover(a.values.pending), turnover(b.values.pending)) ||
        a.label.localeCompare(b.label),
    );
}

/** The day or month of a total. */
export function dayOf({ period }: LedgerTotal): string {
  return period;
}

/** Comparisons of the report show approved entries only. */
export function toReportRow({ values, previous, ...row }: AnalysisRow<SumsAndPending>): Row {
  return { ...row, ...values, previous: previous && withoutPending(previous) };
}

export function categoryLabel(key: string): string {
  return transactionCategoryLabels[key as TransactionCategory];
}

export function methodLabel(key: string): string {
  return paymentMethodLabels[key as PaymentMethod];
}

/** Comparisons show approved entries only. */
export function withoutPending({ pending: _, ...sums }: SumsAndPending): Sums {
  return sums;
}

function sumsBy<Key>(totals: readonly LedgerTotal[], keyOf: (total: LedgerTotal) => Key): Map<Key, SumsAndPending> {
  return new Map([...grouped(totals, keyOf)].map(([key, group]) => [key, sumUp(group)]));
}

/** Money in both directions, less reversals. */
function turnover({ incomePaise, expensePaise }: Sums): bigint {
  return BigInt(incomePaise) + BigInt(expensePaise);
}

function largestFirst(a: TotalPaise | bigint, b: TotalPaise | bigint): number {
  const [first, second] = [BigInt(a), BigInt(b)];
  return first === second ? 0 : first > second ? -1 : 1;
}

function typedEntries<Key extends string, Value>(record: Partial<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
