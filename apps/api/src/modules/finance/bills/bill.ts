import {
  type Bill,
  billDifferences,
  BillSchema,
  type BillTolerance,
  type Credit,
  CreditSchema,
  type EntryBill,
  EntryBillSchema,
  financialYearOf,
  gstStates,
  isWaiting,
  type OrderedLine,
  type PurchaseOrderStatus,
  purchaseOrderStatusLabels,
} from '@shifa/contract';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { lacks, type Policy, refusal } from '../../../platform/domain/policy';
import { declaredFields } from '../../../platform/records/declared-fields';
import { type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import type { PurchasedOrder } from '../../purchasing/purchasing.port';
import type { BillRow, CreditRow } from './bill.document';

/** With the id of a supplier: the numbers of its bills and credit notes, in whichever laboratory they are entered. */
export const BILLS_LOCK = 'supplier-bills';

type Difference = EntryBill['differences'][number];
/** The bills of one order, in the order in which they were entered. */
type Matched = { bills: readonly BillRow[]; order: PurchasedOrder; tolerance: BillTolerance };

/** Orders that the supplier got. What was ended may have been delivered before. */
const billable: readonly PurchaseOrderStatus[] = ['sent', 'partly_received', 'received', 'closed', 'closed_short'];

/** Who can enter a bill of an order. */
export const billPolicy: Policy<'enterBill', PurchasedOrder, { laboratory: LaboratoryRow }> = {
  enterBill: (viewer, { laboratoryId, number, status }, { laboratory }) => {
    if (!billable.includes(status)) {
      const message = `${number} is ${purchaseOrderStatusLabels[status].toLowerCase()}. A bill can be entered once the order has been sent.`;
      return { ...refusal('PURCHASE_ORDER_STATE', message), hidden: true, external: true };
    }
    const own = { laboratoryId, personId: objectId(viewer.userId) };
    return lacks(viewer, 'transactions.create', own) ?? laboratoryUsePolicy.enterRecords(laboratory);
  },
};

/** Compares numbers of bills, or of credit notes, of one supplier and financial year, regardless of case and spaces. */
export function toNumberKey(supplierId: ObjectId, { number, date }: Pick<BillRow, 'number' | 'date'>): string {
  const compared = number.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
  return `${supplierId.toHexString()}:${financialYearOf(date)}:${compared}`;
}

/** The code of the state that an address names; null for one outside India and for another spelling. */
export function gstStateOf({ location }: Pick<LaboratoryRow, 'location'>): string | null {
  const name = location.state.trim().toLowerCase();
  return Object.entries(gstStates).find(([, state]) => state.toLowerCase() === name)?.[0] ?? null;
}

export function toleranceOf({ policies }: Pick<LaboratoryRow, 'policies'>): BillTolerance {
  const { billTolerancePercent: percent, billTolerancePaise: paise } = policies.finance;
  return { percent, paise };
}

/**
 * What differs on a bill whose entry is pending. Before it come the approved bills and those that were entered earlier,
 * so that of two bills for the same goods only the later one differs, and never more is approved than was received.
 */
export function differencesOf(bill: BillRow, { bills, order, tolerance }: Matched): Difference[] {
  if (!isWaiting(bill.status)) return [];
  const own = bills.findIndex(({ _id }) => _id.equals(bill._id));
  const before = bills.filter(
    ({ status }, index) => index !== own && (status === 'approved' || (index < own && isWaiting(status))),
  );
  const lines = bill.lines.map(({ lineId, ...line }) => ({ ...line, lineId: lineId.toHexString() }));
  return billDifferences(lines, toOrderedLines(order, before), tolerance);
}

/** The lines of the order, with what the bills ask for. */
export function toOrderedLines({ lines }: PurchasedOrder, bills: readonly BillRow[]): OrderedLine[] {
  return lines.map(({ _id, item, quantity, accepted, returned = 0, pricePaise }) => {
    const billed = bills.flatMap((bill) => bill.lines.filter(({ lineId }) => lineId.equals(_id)));
    return {
      lineId: _id.toHexString(),
      name: item.name,
      unit: item.unit,
      ordered: quantity,
      received: accepted - returned,
      billed: billed.reduce((sum, line) => sum + line.quantity, 0),
      pricePaise,
    };
  });
}

/** Whether the bill counts as billed: its entry is neither rejected nor cancelled nor reversed. */
export function isEffective({ status }: Pick<BillRow, 'status'>): boolean {
  return status === 'approved' || isWaiting(status);
}

export function toEntryBill(row: BillRow, differences: Difference[]): EntryBill {
  return {
    ...declaredFields(EntryBillSchema, row),
    differences,
    readyToPay: isEffective(row) && differences.length === 0,
  };
}

export function toBill(row: BillRow, differences: Difference[]): Bill {
  const { _id, transactionNo, status } = row;
  return {
    ...declaredFields(BillSchema, row),
    ...toEntryBill(row, differences),
    entry: { _id: _id.toHexString(), transactionNo, status },
    credits: (row.credits ?? []).map(toCredit),
  };
}

export function toCredit(row: CreditRow): Credit {
  const { _id, transactionNo, status } = row;
  return { ...declaredFields(CreditSchema, row), entry: { _id: _id.toHexString(), transactionNo, status } };
}
