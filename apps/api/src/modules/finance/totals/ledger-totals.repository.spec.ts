import { typeOfCategory } from '@shifa/contract';
import fc from 'fast-check';
import { Types } from 'mongoose';
import { histories, Ledger } from '../../../../test/finance/random-history';
import { storedTransaction } from '../../../../test/finance/stored-transaction';
import type { TransactionRow } from '../entry/entry.document';
import { toDeltas, toIncrements, type Numbers, toNumbers } from './ledger-totals.repository';
import { toPartyIncrements } from './party-totals.repository';

const laboratories: [Types.ObjectId, Types.ObjectId] = [new Types.ObjectId(), new Types.ObjectId()];

type Step = ReturnType<Ledger['take']>;

/** The increments of all documents, those of parties included, by laboratory, party, period and path. */
function incrementsOf(changes: Step): [string, bigint][] {
  const deltas = toDeltas(changes);
  return [...toIncrements(deltas), ...toPartyIncrements(deltas)].flatMap(({ laboratoryId, period, by, ...key }) => {
    const at = `${laboratoryId} ${'partyKey' in key ? `${key.partyKey} ` : ''}${period}`;
    return Object.entries(by).map(([path, amount]): [string, bigint] => [`${at} ${path}`, amount]);
  });
}

/** The expected documents, computed from the entries. */
function counted(entries: readonly TransactionRow[]): Numbers {
  const numbers: Numbers = {};
  for (const { laboratoryId, date, party, category, paymentMethod, status, amountPaise, reversalOf } of entries) {
    const month = date.slice(0, 7);
    const ofParty = party === null ? [] : [`${party.toLowerCase().replaceAll(/ +/g, ' ')} ${month}`];
    for (const period of [date, month, ...ofParty]) {
      for (const tally of [
        `cells.${category}.${paymentMethod}.${status}`,
        `sums.${typeOfCategory(category)}.${status}`,
      ]) {
        const at = `${laboratoryId.toHexString()} ${period} ${tally}`;
        numbers[`${at}.count`] = (numbers[`${at}.count`] ?? 0n) + 1n;
        numbers[`${at}.paise`] = (numbers[`${at}.paise`] ?? 0n) + BigInt(reversalOf ? -amountPaise : amountPaise);
      }
    }
  }
  return Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== 0n));
}

describe('the ledger totals', () => {
  it('equal the entries after any history', () => {
    let written = 0;
    fc.assert(
      fc.property(histories(), (steps) => {
        const ledger = new Ledger(laboratories);
        const stored: Numbers = {};
        for (const step of steps) {
          for (const [at, amount] of incrementsOf(ledger.take(step))) {
            stored[at] = (stored[at] ?? 0n) + amount;
            written += 1;
          }
        }
        const left = Object.fromEntries(Object.entries(stored).filter(([, number]) => number !== 0n));
        expect(left).toEqual(counted(ledger.entries));
      }),
      { numRuns: 500 },
    );
    expect(written).toBeGreaterThan(10_000);
  });

  it('are the same whether changes arrive one by one or together', () => {
    fc.assert(
      fc.property(histories({ maxLength: 30 }), (steps) => {
        const ledger = new Ledger(laboratories);
        const changes = steps.flatMap((step) => ledger.take(step));
        expect(Object.fromEntries(incrementsOf(changes))).toEqual(counted(ledger.entries));
      }),
    );
  });

  it('write nothing if no total changes', () => {
    const before = storedTransaction();
    const after = { ...before, description: 'Said better', version: 2 };
    expect(incrementsOf([{ before, after }])).toEqual([]);
  });

  it('of another party move between the parties, and in nothing else', () => {
    const before = storedTransaction({ party: 'City Hospital' });
    const after = storedTransaction({ ...before, party: 'Bengal Power', version: 2 });
    const deltas = toDeltas([{ before, after }]);
    expect(toIncrements(deltas)).toEqual([]);
    expect(toPartyIncrements(deltas).map(({ partyKey, period, by }) => [partyKey, period, by])).toEqual(
      [
        ['bengal power', 1n, 125_050n],
        ['city hospital', -1n, -125_050n],
      ].map(([party, count, paise]) => [
        party,
        '2026-11',
        {
          'cells.test_fees.cash.pending.count': count,
          'cells.test_fees.cash.pending.paise': paise,
          'sums.income.pending.count': count,
          'sums.income.pending.paise': paise,
        },
      ]),
    );
  });

  it('move an entry from one day to the next without touching their month', () => {
    const before = storedTransaction({ date: '2026-11-20' });
    const moved = toIncrements(toDeltas([{ before, after: { ...before, date: '2026-11-21' } }]));
    expect(moved.map(({ period, by }) => [period, by['cells.test_fees.cash.pending.paise']])).toEqual([
      ['2026-11-20', -125_050n],
      ['2026-11-21', 125_050n],
    ]);
  });

  it('count a contra entry negative, so that a reversal adds up to zero', () => {
    const original = storedTransaction({ status: 'reversed', category: 'rent' });
    const { _id, transactionNo, laboratoryId } = original;
    const contra = storedTransaction({
      laboratoryId,
      category: 'rent',
      status: 'approved',
      reversalOf: { _id, transactionNo },
      date: '2026-11-25',
    });
    const month = toIncrements(
      toDeltas([
        { before: null, after: original },
        { before: null, after: contra },
      ]),
    ).find(({ period }) => period === '2026-11');
    expect(month?.by).toMatchObject({
      'sums.expense.reversed.paise': 125_050n,
      'sums.expense.approved.paise': -125_050n,
      'sums.expense.reversed.count': 1n,
      'sums.expense.approved.count': 1n,
    });
  });

  it('are listed by dotted path, without zeros', () => {
    const cells = { rent: { cash: { pending: { count: 0, paise: 0 }, approved: { count: 2, paise: 300 } } } };
    expect(toNumbers({ cells, sums: { expense: { approved: { count: 2, paise: 300 } } } })).toEqual({
      'cells.rent.cash.approved.count': 2n,
      'cells.rent.cash.approved.paise': 300n,
      'sums.expense.approved.count': 2n,
      'sums.expense.approved.paise': 300n,
    });
  });
});
