import { type Bill, billAmounts, BillSchema, type EnterBillBody, gstKindOf, MAX_BILLS_OF_ORDER } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { assertAllowed, lacks } from '../../platform/domain/policy';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { eventKind } from '../../platform/events/domain-events';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { type EntityChanged, type Records, RecordsFactory } from '../../platform/records/records';
import { formatDay } from '../../platform/time/format-time';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import { type PurchasedOrder, PurchasedOrders } from '../purchasing/purchasing.port';
import { BILLS_LOCK, billPolicy, differencesOf, gstStateOf, toBill, toleranceOf, toNumberKey } from './bills/bill';
import type { BillRow } from './bills/bill.document';
import { BillRepository } from './bills/bill.repository';
import { EnterEntry } from './enter-entry';
import type { TransactionRow } from './entry/entry.document';
import { FINANCE_LOCK } from './books/books';

const billsChanged = eventKind<EntityChanged<BillRow>>('bills.changed');

/** Enters bills of suppliers for what was ordered. */
@Injectable()
export class EnterBill {
  private readonly records: Records<BillRow, Bill>;

  constructor(
    private readonly bills: BillRepository,
    private readonly entering: EnterEntry,
    private readonly orders: PurchasedOrders,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'bill',
      shown: {
        permission: 'transactions.view',
        of: BillSchema,
        fields: { laboratoryId: true, status: true, transactionNo: true, numberKey: 'nobody', covered: 'nobody' },
      },
      repository: bills,
      notFound: 'TRANSACTION_NOT_FOUND',
      named: { fields: ['number'], as: ({ number }) => number },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: (_, row) => toBill(row, []),
      changed: billsChanged,
    });
  }

  /**
   * Creates the bill and, with the same id, its pending expense entry. The entry is of today, because it records what is
   * owed now: a bill that arrives late is no exception.
   * @throws DomainError PURCHASE_ORDER_NOT_FOUND, PURCHASE_ORDER_STATE, BILL_NUMBER_TAKEN, VALIDATION_FAILED,
   *   LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, PERIOD_LOCKED.
   */
  async enter(actor: Actor, orderId: string, body: EnterBillBody): Promise<Bill> {
    const { laboratoryId } = await this.orders.getVisible(actor, orderId);
    return this.unitOfWork.exclusive(FINANCE_LOCK, laboratoryId.toHexString(), async () => {
      const order = await this.orders.getVisible(actor, orderId);
      const laboratory = await this.laboratories.getOwner(order);
      assertAllowed(billPolicy.enterBill(actor, order, { laboratory }));
      await this.entering.assertDocumentDate(actor, laboratory, body.date);
      // Other laboratories may enter bills of the same supplier now.
      this.unitOfWork.lock(BILLS_LOCK, order.supplier._id.toHexString());
      await this.assertNumberFree(actor, order, body);
      const earlier = await this.bills.ofOrders([order._id]);
      if (earlier.length >= MAX_BILLS_OF_ORDER) {
        throw new DomainError('PURCHASE_ORDER_STATE', {
          message: `An order can have at most ${MAX_BILLS_OF_ORDER} bills`,
        });
      }
      const bill = await this.post(actor, laboratory, order, body);
      const bills = [...earlier, bill];
      return toBill(bill, differencesOf(bill, { bills, order, tolerance: toleranceOf(laboratory) }));
    });
  }

  private async post(
    actor: Actor,
    laboratory: LaboratoryRow,
    order: PurchasedOrder,
    { category, freightPaise, ...body }: EnterBillBody,
  ): Promise<BillRow> {
    const gstKind = gstKindOf(await this.orders.gstStateOf(order), gstStateOf(laboratory));
    const { goodsPaise, taxes, totalPaise } = billAmounts(body.lines, freightPaise, gstKind);
    const { number, date } = body;
    const { supplier } = order;
    const lines = toBilledLines(order, body.lines);
    const bill = { number, order: { _id: order._id, number: order.number } };
    const entry = {
      type: 'expense' as const,
      amountPaise: Number(totalPaise),
      category,
      paymentMethod: 'credit' as const,
      reference: number,
      party: supplier.name,
      description: `Bill ${number} of ${formatDay(date)} for ${order.number}`,
    };
    const posted = await this.entering.postOne(actor, { laboratory, entry, bill });
    const row: BillRow = {
      _id: posted._id,
      laboratoryId: order.laboratoryId,
      number,
      numberKey: toNumberKey(supplier._id, body),
      date,
      order: bill.order,
      supplier: { _id: supplier._id, name: supplier.name },
      lines,
      gstKind,
      goodsPaise: Number(goodsPaise),
      freightPaise,
      totalPaise: Number(totalPaise),
      taxes: taxes.map(({ gstRate, taxablePaise, taxPaise }) => {
        return { gstRate, taxablePaise: Number(taxablePaise), taxPaise: Number(taxPaise) };
      }),
      ...statusOf(posted),
    };
    await this.records.createMany({ actor }, [row]);
    return row;
  }

  /** @throws DomainError BILL_NUMBER_TAKEN with the entry that has it, if the person can see that. */
  private async assertNumberFree(actor: Actor, order: PurchasedOrder, body: EnterBillBody): Promise<void> {
    const { _id, name: party } = order.supplier;
    const paper = { laboratoryId: order.laboratoryId, type: 'expense' as const, party, ...body };
    await this.entering.assertNotEnteredByHand(actor, 'BILL_NUMBER_TAKEN', paper);
    const holder = await this.bills.findHolder(toNumberKey(_id, body));
    if (!holder) return;
    const { number, laboratoryId, createdBy, transactionNo, order: billed } = holder;
    const hidden = lacks(actor, 'transactions.view', { laboratoryId, personId: createdBy._id });
    const message = hidden
      ? `Someone else already entered bill ${number} of ${party}. Check the number, or ask a super admin.`
      : `Bill ${number} of ${party} is already entered as ${transactionNo} for ${billed.number}. Check the number. If that entry is wrong, cancel or reverse it first.`;
    throw DomainError.onField('BILL_NUMBER_TAKEN', 'number', message);
  }
}

/** @throws DomainError VALIDATION_FAILED on a line that is not on the order. */
function toBilledLines({ lines }: PurchasedOrder, billed: EnterBillBody['lines']): BillRow['lines'] {
  return billed.map(({ lineId, ...line }, index) => {
    const ordered = lines.find(({ _id }) => _id.toHexString() === lineId);
    if (!ordered)
      throw DomainError.onField('VALIDATION_FAILED', `lines.${index}.lineId`, "This line isn't on the order");
    const { name, unit } = ordered.item;
    return { lineId: ordered._id, name, unit, ...line };
  });
}

function statusOf({ transactionNo, status, createdBy, updatedBy, version, createdAt, updatedAt }: TransactionRow) {
  return { transactionNo, status, createdBy, updatedBy, version, createdAt, updatedAt };
}
