import { typeOfCategory } from '@shifa/contract';
import type { FiguresRow, Grain, Tally } from './finance-figures.document';
import type { TransactionRow } from './transaction.document';

/** What decides where an entry is counted, and with how much. */
export type Countable = Pick<
  TransactionRow,
  'date' | 'category' | 'paymentMethod' | 'status' | 'amountPaise' | 'reversalOf'
> & { laboratoryId: { toHexString: () => string } };

/** By how much the tally of one laboratory, day, category, method and status moves. */
export type FigureDelta = Tally &
  Pick<TransactionRow, 'date' | 'category' | 'paymentMethod' | 'status'> & { laboratoryId: string };

/** What is added to the numbers of one document, by their dotted paths. */
export type Increments = Pick<FiguresRow, 'grain' | 'period'> & { laboratoryId: string; by: Record<string, number> };

/** An entry's amount as totals count it: what a contra entry takes back is negative. */
export function signedPaise({ amountPaise, reversalOf }: Pick<Countable, 'amountPaise' | 'reversalOf'>): number {
  return reversalOf === null ? amountPaise : -amountPaise;
}

/** The net of many changes: what left a tally and came back moves nothing. */
export function deltasOf(changes: readonly { before: Countable | null; after: Countable }[]): FigureDelta[] {
  const moves = changes.flatMap(({ before, after }) => [
    ...(before === null ? [] : [deltaOf(before, -1)]),
    deltaOf(after, 1),
  ]);
  const net = new Map<string, FigureDelta>();
  for (const move of moves) {
    const { laboratoryId, date, category, paymentMethod, status } = move;
    const key = [laboratoryId, date, category, paymentMethod, status].join(' ');
    const known = net.get(key);
    net.set(key, known ? { ...move, count: known.count + move.count, paise: known.paise + move.paise } : move);
  }
  return [...net.values()].filter(({ count, paise }) => count !== 0 || paise !== 0);
}

function deltaOf(entry: Countable, sign: 1 | -1): FigureDelta {
  const { laboratoryId, date, category, paymentMethod, status } = entry;
  const tally = { count: sign, paise: sign * signedPaise(entry) };
  return { laboratoryId: laboratoryId.toHexString(), date, category, paymentMethod, status, ...tally };
}

/** The deltas by the documents that keep them: a day's and its month's, in an order that all writers share. */
export function incrementsOf(deltas: readonly FigureDelta[]): Increments[] {
  const documents = new Map<string, Increments>();
  for (const delta of deltas) {
    for (const grain of ['day', 'month'] as const) {
      const { laboratoryId, date } = delta;
      const period = grain === 'day' ? date : date.slice(0, 7);
      const key = keyOf(laboratoryId, grain, period);
      const document = documents.get(key) ?? { laboratoryId, grain, period, by: {} };
      documents.set(key, document);
      for (const path of pathsOf(delta)) {
        increase(document.by, `${path}.count`, delta.count);
        increase(document.by, `${path}.paise`, delta.paise);
      }
    }
  }
  return [...documents]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, document]) => ({ ...document, by: withoutZeros(document.by) }))
    .filter(({ by }) => Object.keys(by).length > 0);
}

/** The numbers of a stored document by their dotted paths, without the zeros. */
export function numbersOf({ cells, sums }: Pick<FiguresRow, 'cells' | 'sums'>): Record<string, number> {
  const numbers: Record<string, number> = {};
  const walk = (value: object, path: string): void => {
    for (const [key, part] of Object.entries(value) as [string, number | object][]) {
      if (typeof part === 'number') numbers[`${path}.${key}`] = part;
      else walk(part, `${path}.${key}`);
    }
  };
  walk(cells, 'cells');
  walk(sums, 'sums');
  return withoutZeros(numbers);
}

/** Tells a laboratory's day or month from all others. */
export function keyOf(laboratoryId: string, grain: Grain, period: string): string {
  return `${laboratoryId} ${grain} ${period}`;
}

function pathsOf({ category, paymentMethod, status }: FigureDelta): string[] {
  return [`cells.${category}.${paymentMethod}.${status}`, `sums.${typeOfCategory(category)}.${status}`];
}

function increase(by: Record<string, number>, path: string, amount: number): void {
  by[path] = (by[path] ?? 0) + amount;
}

function withoutZeros(numbers: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== 0));
}
