import { type Creditable, creditWorth, formatRupees, isWaiting } from '@shifa/contract';
import { refusal, type Refusal } from '../../../platform/domain/policy';
import type { ObjectId } from '../../../platform/domain/object-id';
import type { PurchasedOrder } from '../../purchasing/purchasing.port';
import { toOrderedLines } from './bill';
import type { BillRow, CreditRow } from './bill.document';

type Returned = { _id: ObjectId; number: string; at: Date; lines: readonly { lineId: ObjectId; quantity: number }[] };
type Credited = Pick<BillRow, 'credits' | 'totalPaise'>;
/** An order and all of its bills. */
type Purchase = { order: PurchasedOrder & { returns?: readonly Returned[] }; bills: readonly BillRow[] };

/** The credits of a bill that count or will once they are approved: those neither rejected nor cancelled. */
export function standingCredits({ credits = [] }: Pick<BillRow, 'credits'>): CreditRow[] {
  return credits.filter(({ status }) => status === 'approved' || isWaiting(status));
}

/** What the credits leave of a bill. */
export function uncreditedPaise(bill: Credited): number {
  return standingCredits(bill).reduce((left, { amountPaise }) => left - amountPaise, bill.totalPaise);
}

/** The most that the bill can be credited for a return: nothing for goods that went back before the bill was entered. */
export function mostCreditable(bill: BillRow, returned: Returned, purchase: Purchase): number {
  if (returned.at < bill.createdAt) return 0;
  const lines = bill.lines.map((line) => ({ ...line, lineId: line.lineId.toHexString() }));
  const worth = creditWorth(billedUnits(returned, purchase), { ...bill, lines });
  return Math.min(Number(worth), uncreditedPaise(bill));
}

/** The returned units that approved bills ask for: not those that went back before they were billed, nor credited ones. */
function billedUnits({ lines }: Returned, { order, bills }: Purchase): { lineId: string; quantity: number }[] {
  const approved = bills.filter(({ status }) => status === 'approved');
  const credited = approved
    .flatMap(standingCredits)
    .flatMap((credit) => order.returns?.find(({ _id }) => _id.equals(credit.return._id))?.lines ?? []);
  return toOrderedLines(order, approved).map(({ lineId, billed, received }) => {
    const surplus = billed - received - unitsOf(credited, lineId);
    return { lineId, quantity: Math.max(0, Math.min(unitsOf(lines, lineId), surplus)) };
  });
}

function unitsOf(lines: Returned['lines'], lineId: string): number {
  return lines.reduce((sum, line) => (line.lineId.toHexString() === lineId ? sum + line.quantity : sum), 0);
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
    mostPaise <= 0 ? 'Nothing can be credited on this bill' : `At most ${formatRupees(mostPaise)} can be credited`;
  return refusal('CREDIT_TOO_HIGH', message);
}

/** Each return that was not credited, with the approved bills among `shown` that it can be credited on. */
export function creditableOf(purchase: Purchase, shown: readonly { _id: string }[]): Creditable[] {
  const { order, bills } = purchase;
  const ids = new Set(shown.map(({ _id }) => _id));
  const approved = bills.filter(({ _id, status }) => status === 'approved' && ids.has(_id.toHexString()));
  return (order.returns ?? [])
    .filter((returned) => !returnCredited(bills, returned))
    .flatMap((returned) =>
      approved.flatMap((bill) => {
        const mostPaise = mostCreditable(bill, returned, purchase);
        return mostPaise > 0 ? [{ return: toReference(returned), bill: toReference(bill), mostPaise }] : [];
      }),
    );
}

function toReference({ _id, number }: { _id: ObjectId; number: string }) {
  return { _id: _id.toHexString(), number };
}
