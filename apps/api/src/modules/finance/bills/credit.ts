import {
  type Credit,
  type Creditable,
  CreditSchema,
  creditWorth,
  type GstKind,
  inRupees,
  isWaiting,
} from '@shifa/contract';
import { refusal, type Refusal } from '../../../platform/domain/policy';
import type { ObjectId } from '../../../platform/mongo/object-id';
import { declaredFields } from '../../../platform/records/declared-fields';
import type { BillRow, CreditRow } from './bill.document';

type Returned = { _id: ObjectId; number: string; lines: readonly { lineId: ObjectId; quantity: number }[] };
type Credited = Pick<BillRow, 'credits' | 'totalPaise'>;

/** The credits of a bill that count or will once they are approved: those neither rejected nor cancelled. */
export function standingCredits({ credits = [] }: Pick<BillRow, 'credits'>): CreditRow[] {
  return credits.filter(({ status }) => status === 'approved' || isWaiting(status));
}

/** What the credits leave of a bill. */
export function uncreditedPaise(bill: Credited): number {
  return standingCredits(bill).reduce((left, { amountPaise }) => left - amountPaise, bill.totalPaise);
}

/** The most that the bill can be credited for a return. */
export function mostCreditable(
  bill: Credited & Pick<BillRow, 'lines'> & { gstKind: GstKind },
  { lines }: Pick<Returned, 'lines'>,
): number {
  const withId = <Line extends { lineId: ObjectId }>(line: Line) => ({ ...line, lineId: line.lineId.toHexString() });
  const worth = creditWorth(lines.map(withId), { ...bill, lines: bill.lines.map(withId) });
  return Math.min(Number(worth), uncreditedPaise(bill));
}

/** Why a return of the order of the bills is not credited again. */
export function returnCredited(
  bills: readonly BillRow[],
  { _id, number }: Pick<Returned, '_id' | 'number'>,
): Refusal | undefined {
  const credit = bills.flatMap(standingCredits).find((one) => one.return._id.equals(_id));
  if (!credit) return undefined;
  return refusal('TRANSACTION_HAS_REVERSAL', `${credit.transactionNo} already credits ${number}`);
}

export function tooHigh(amountPaise: number, mostPaise: number): Refusal | undefined {
  if (amountPaise <= mostPaise) return undefined;
  const message =
    mostPaise <= 0 ? 'Nothing can be credited on this bill' : `At most ${inRupees(mostPaise)} can be credited`;
  return refusal('CREDIT_TOO_HIGH', message);
}

/** Each return that was not credited, with the approved bills among `shown` that it can be credited on. */
export function creditableOf(
  returns: readonly Returned[],
  { all, shown }: { all: readonly BillRow[]; shown: readonly { _id: string }[] },
): Creditable[] {
  const ids = new Set(shown.map(({ _id }) => _id));
  const bills = all.filter(({ _id, status }) => status === 'approved' && ids.has(_id.toHexString()));
  return returns
    .filter((returned) => !returnCredited(all, returned))
    .flatMap((returned) =>
      bills.flatMap((bill) => {
        const mostPaise = mostCreditable(bill, returned);
        return mostPaise > 0 ? [{ return: named(returned), bill: named(bill), mostPaise }] : [];
      }),
    );
}

export function toCredit(row: CreditRow): Credit {
  const { _id, transactionNo, status } = row;
  return { ...declaredFields(CreditSchema, row), entry: { _id: _id.toHexString(), transactionNo, status } };
}

function named({ _id, number }: { _id: ObjectId; number: string }) {
  return { _id: _id.toHexString(), number };
}
