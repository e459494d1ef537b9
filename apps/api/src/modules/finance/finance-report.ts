import {
  isCounted,
  isWaiting,
  type PaymentMethod,
  paymentMethodLabels,
  type ReportGroup,
  type Sums,
  type SumsAndPending,
  type TransactionCategory,
  transactionCategoryLabels,
  type TransactionReport,
  type TransactionStats,
  type TransactionStatus,
  type TransactionType,
  typeOfCategory,
} from '@shifa/contract';
import type { ByStatus, FiguresRow, Tally } from './finance-figures.document';
import { type Bucket, daysOf, mondayOf, monthKey, monthsOf, type Period, weeksOf } from './finance-period';

/** One tally with what it counts; category and method are null where only the sums of a type were read. */
export type Figure = Tally & {
  laboratoryId: string;
  /** `2026-11-21` or `2026-11`. */
  period: string;
  type: TransactionType;
  category: TransactionCategory | null;
  paymentMethod: PaymentMethod | null;
  status: TransactionStatus;
};

/** What narrows figures; each may name several. */
export type FigureFilter = {
  type?: readonly TransactionType[];
  category?: readonly TransactionCategory[];
  paymentMethod?: readonly PaymentMethod[];
  status?: readonly TransactionStatus[];
};

type Totals = Tally & { type: TransactionType; status: TransactionStatus };
type Row = TransactionReport['rows'][number];

/** The tallies of a stored document that the filter lets through. */
export function figuresOf({ laboratoryId, period, cells, sums }: Partial<FiguresRow>, filter: FigureFilter): Figure[] {
  const of = { laboratoryId: laboratoryId?.toHexString() ?? '', period: period ?? '' };
  const passes = <Value>(asked: readonly Value[] | undefined, value: Value) => !asked || asked.includes(value);
  const tallies = (byStatus: ByStatus, what: Pick<Figure, 'type' | 'category' | 'paymentMethod'>): Figure[] =>
    entriesOf(byStatus)
      .filter(([status]) => passes(filter.status, status))
      .map(([status, { count, paise }]) => ({ ...of, ...what, status, count, paise }));

  const ofTypes = entriesOf(sums ?? {})
    .filter(([type]) => passes(filter.type, type))
    .flatMap(([type, byStatus]) => tallies(byStatus, { type, category: null, paymentMethod: null }));
  const ofCells = entriesOf(cells ?? {})
    .map(([category, methods]) => ({ category, type: typeOfCategory(category), methods }))
    .filter(({ category, type }) => passes(filter.category, category) && passes(filter.type, type))
    .flatMap(({ category, type, methods }) =>
      entriesOf(methods)
        .filter(([paymentMethod]) => passes(filter.paymentMethod, paymentMethod))
        .flatMap(([paymentMethod, byStatus]) => tallies(byStatus, { type, category, paymentMethod })),
    );
  return [...ofTypes, ...ofCells];
}

/** What is approved and what waits. Whole paise, exact below 2^53: ninety trillion rupees. */
export function sumsOf(figures: readonly Totals[]): SumsAndPending {
  return {
    ...added(figures.filter(({ status }) => isCounted(status))),
    pending: added(figures.filter(({ status }) => isWaiting(status))),
  };
}

/** Entries of any status. */
export function countOf(figures: readonly Pick<Totals, 'count' | 'status'>[], status?: TransactionStatus): number {
  const counted = status === undefined ? figures : figures.filter((figure) => figure.status === status);
  return counted.reduce((total, { count }) => total + count, 0);
}

function added(figures: readonly Totals[]): Sums {
  const paiseOf = (type: TransactionType) =>
    figures.reduce((total, figure) => (figure.type === type ? total + figure.paise : total), 0);
  const [incomePaise, expensePaise] = [paiseOf('income'), paiseOf('expense')];
  return { count: countOf(figures), incomePaise, expensePaise, netPaise: incomePaise - expensePaise };
}

/** Income first, and within a type what moved most. */
export function byCategory(current: readonly Figure[], previous: readonly Figure[]): TransactionStats['byCategory'] {
  const before = sumsBy(previous, ({ category }) => category);
  return [...sumsBy(current, ({ category }) => category)]
    .flatMap(([category, sums]) => {
      if (category === null || sums.count === 0) return [];
      const type = typeOfCategory(category);
      const was = before.get(category);
      const amount = `${type}Paise` as const;
      return { category, type, count: sums.count, amountPaise: sums[amount], previousPaise: was?.[amount] ?? 0 };
    })
    .toSorted((a, b) => (a.type === b.type ? b.amountPaise - a.amountPaise : a.type === 'income' ? -1 : 1));
}

/** What moved most first; methods without any approved entry are left out. */
export function byMethod(figures: readonly Figure[]): TransactionStats['byMethod'] {
  return [...sumsBy(figures, ({ paymentMethod }) => paymentMethod)]
    .flatMap(([paymentMethod, sums]) => (paymentMethod === null || sums.count === 0 ? [] : { paymentMethod, ...sums }))
    .toSorted((a, b) => turnover(b) - turnover(a));
}

/** The months, the empty ones too; from figures of months. */
export function trendOf(figures: readonly Figure[], months: readonly Bucket[]): TransactionStats['trend'] {
  const sums = sumsBy(figures, ({ period }) => period);
  return months.map(({ key }) => ({ month: key, ...(sums.get(key) ?? sumsOf([])) }));
}

const bucketsOf = { day: daysOf, week: weeksOf, month: monthsOf } as const;

type TimeGroup = keyof typeof bucketsOf;

/** The row of a stored document's period; a month's own stays what it is. */
const keyIn: Record<TimeGroup, (period: string) => string> = { day: (day) => day, week: mondayOf, month: monthKey };

export function isTimeGroup(group: ReportGroup): group is TimeGroup {
  return group in bucketsOf;
}

/** Rows of days, weeks or months, the empty ones too; each is compared with the one as far into the previous period. */
export function timeRows(
  group: TimeGroup,
  period: Period,
  current: readonly Figure[],
  previous?: { period: Period; figures: readonly Figure[] },
): Row[] {
  const before = previous && sumsOfBuckets(group, previous.period, previous.figures);
  return sumsOfBuckets(group, period, current).map(({ key, label, period: days, sums }, index) => {
    const was = before?.[index];
    return { key, label, period: days, ...sums, previous: was ? withoutPending(was.sums) : null };
  });
}

/** Rows of what a figure is of, what moved most first; those that have nothing in either period are left out. */
export function kindRows(
  period: Period,
  keyOf: (figure: Figure) => string | null,
  labelOf: (key: string) => string,
  current: readonly Figure[],
  previous?: readonly Figure[],
): Row[] {
  const [now, before] = [sumsBy(current, keyOf), previous && sumsBy(previous, keyOf)];
  return [...new Set([...now.keys(), ...(before?.keys() ?? [])])]
    .flatMap((key) => {
      if (key === null) return [];
      const sums = now.get(key) ?? sumsOf([]);
      const was = before && (before.get(key) ?? sumsOf([]));
      if (sums.count + sums.pending.count + (was?.count ?? 0) === 0) return [];
      return { key, label: labelOf(key), period, ...sums, previous: was ? withoutPending(was) : null };
    })
    .toSorted(
      (a, b) =>
        turnover(b) - turnover(a) || turnover(b.pending) - turnover(a.pending) || a.label.localeCompare(b.label),
    );
}

export function categoryLabel(key: string): string {
  return transactionCategoryLabels[key as TransactionCategory];
}

export function methodLabel(key: string): string {
  return paymentMethodLabels[key as PaymentMethod];
}

/** The approved part alone: what a comparison shows. */
export function withoutPending({ pending: _, ...sums }: SumsAndPending): Sums {
  return sums;
}

function sumsOfBuckets(group: TimeGroup, period: Period, figures: readonly Figure[]) {
  const sums = sumsBy(figures, ({ period: at }) => keyIn[group](at));
  return bucketsOf[group](period).map((bucket) => ({ ...bucket, sums: sums.get(bucket.key) ?? sumsOf([]) }));
}

function sumsBy<Key>(figures: readonly Figure[], keyOf: (figure: Figure) => Key): Map<Key, SumsAndPending> {
  const groups = new Map<Key, Figure[]>();
  for (const figure of figures) {
    const key = keyOf(figure);
    const group = groups.get(key);
    if (group) group.push(figure);
    else groups.set(key, [figure]);
  }
  return new Map([...groups].map(([key, group]) => [key, sumsOf(group)]));
}

/** What moved, in or out: reversals take it back. */
function turnover({ incomePaise, expensePaise }: Sums): number {
  return incomePaise + expensePaise;
}

function entriesOf<Key extends string, Value>(record: Partial<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
