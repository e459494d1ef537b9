import { typeOfCategory } from '@shifa/contract';
import { signedPaise } from '../entry/entry';
import type { TransactionRow } from '../entry/entry.document';
import { storedNumbers } from '../../../platform/mongo/stored-integer';
import type { Grain, Increments, LedgerTotalsRow, Tally } from './ledger-totals.repository';

/** The fields of an entry that totals depend on. */
export type Countable = Pick<
  TransactionRow,
  'date' | 'category' | 'paymentMethod' | 'status' | 'amountPaise' | 'reversalOf'
> & { laboratoryId: { toHexString: () => string } };

/** The change of the tally of one laboratory, day, category, method and status. */
export type TotalsDelta = Tally &
  Pick<TransactionRow, 'date' | 'category' | 'paymentMethod' | 'status'> & { laboratoryId: string };

/** Integers of a document by dotted path. As `bigint`, they are exact and stored with 64 bits. */
export type Numbers = Record<string, bigint>;

/** The net effect of changes on the tallies. */
export function toDeltas(changes: readonly { before: Countable | null; after: Countable }[]): TotalsDelta[] {
  const moves = changes.flatMap(({ before, after }) => [
    ...(before === null ? [] : [toDelta(before, -1)]),
    toDelta(after, 1),
  ]);
  const net = new Map<string, TotalsDelta>();
  for (const move of moves) {
    const { laboratoryId, date, category, paymentMethod, status } = move;
    const key = [laboratoryId, date, category, paymentMethod, status].join(' ');
    const known = net.get(key);
    net.set(key, known ? { ...move, count: known.count + move.count, paise: known.paise + move.paise } : move);
  }
  return [...net.values()].filter(({ count, paise }) => count !== 0 || paise !== 0n);
}

function toDelta(entry: Countable, sign: 1 | -1): TotalsDelta {
  const { laboratoryId, date, category, paymentMethod, status } = entry;
  const tally = { count: sign, paise: BigInt(sign * signedPaise(entry)) };
  return { laboratoryId: laboratoryId.toHexString(), date, category, paymentMethod, status, ...tally };
}

/** The deltas by document, for each day and its month; sorted, so that concurrent transactions write in the same order. */
export function toIncrements(deltas: readonly TotalsDelta[]): Increments[] {
  const documents = new Map<string, Increments>();
  for (const delta of deltas) {
    for (const grain of ['day', 'month'] as const) {
      const { laboratoryId, date } = delta;
      const period = grain === 'day' ? date : date.slice(0, 7);
      const key = keyOf(laboratoryId, grain, period);
      const document = documents.get(key) ?? { laboratoryId, grain, period, by: {} };
      documents.set(key, document);
      for (const path of toPaths(delta)) {
        increase(document.by, `${path}.count`, BigInt(delta.count));
        increase(document.by, `${path}.paise`, delta.paise);
      }
    }
  }
  return [...documents]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, document]) => ({ ...document, by: withoutZeros(document.by) }))
    .filter(({ by }) => Object.keys(by).length > 0);
}

/** The numbers of a stored document, without zeros. */
export function toNumbers({ cells, sums }: Pick<LedgerTotalsRow, 'cells' | 'sums'>): Numbers {
  return storedNumbers({ cells, sums });
}

/** Identifies the document of a laboratory's day or month. */
export function keyOf(laboratoryId: string, grain: Grain, period: string): string {
  return `${laboratoryId} ${grain} ${period}`;
}

function toPaths({ category, paymentMethod, status }: TotalsDelta): string[] {
  return [`cells.${category}.${paymentMethod}.${status}`, `sums.${typeOfCategory(category)}.${status}`];
}

function increase(by: Numbers, path: string, amount: bigint): void {
  by[path] = (by[path] ?? 0n) + amount;
}

function withoutZeros(numbers: Numbers): Numbers {
  return Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== 0n));
}
