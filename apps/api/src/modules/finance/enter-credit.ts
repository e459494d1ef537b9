import { type Credit, type EnterCreditBody, MAX_CREDITS_OF_BILL, transactionStatusLabels } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { assertAllowed, lacks, type Refusal, refusal } from '../../platform/domain/policy';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { formatDay } from '../../platform/time/format-time';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type PurchasedOrder, PurchasedOrders } from '../purchasing/purchasing.port';
import type { BillRow, CreditRow } from './bills/bill.document';
import { BillRepository } from './bills/bill.repository';
import { BILLS_LOCK, billPolicy, toCredit, toNumberKey } from './bills/bill';
import { mostCreditable, returnCredited, tooHigh } from './bills/credit';
import { EnterEntry } from './enter-entry';
import { Entries } from './entry/entries';
import type { TransactionRow } from './entry/entry.document';
import { FINANCE_LOCK } from './books/books';

/** Enters credit notes of suppliers for goods that went back. */
@Injectable()
export class EnterCredit {
  constructor(
    private readonly bills: BillRepository,
    private readonly store: Entries,
    private readonly entering: EnterEntry,
    private readonly orders: PurchasedOrders,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Creates a pending contra entry for a part of the entry of a bill, which stays as it is. It is of today, as that of
   * a bill.
   * @throws DomainError PURCHASE_ORDER_NOT_FOUND, PURCHASE_ORDER_STATE, TRANSACTION_NOT_REVERSIBLE,
   *   TRANSACTION_HAS_REVERSAL, CREDIT_NUMBER_TAKEN, CREDIT_TOO_HIGH, VALIDATION_FAILED, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED,
   *   PERIOD_LOCKED.
   */
  async enter(actor: Actor, orderId: string, body: EnterCreditBody): Promise<Credit> {
    const { laboratoryId } = await this.orders.getVisible(actor, orderId);
    return this.unitOfWork.exclusive(FINANCE_LOCK, laboratoryId.toHexString(), async () => {
      const order = await this.orders.getVisible(actor, orderId);
      const laboratory = await this.laboratories.getOwner(order);
      assertAllowed(billPolicy.enterBill(actor, order, { laboratory }));
      await this.entering.assertDocumentDate(actor, laboratory, body.date);
      // Other laboratories may enter credit notes of the same supplier now.
      this.unitOfWork.lock(BILLS_LOCK, order.supplier._id.toHexString());
      await this.assertNumberFree(actor, order, body);
      const bills = await this.bills.ofOrders([order._id]);
      const bill = bills.find(({ _id }) => _id.toHexString() === body.billId);
      if (!bill || lacks(actor, 'transactions.view', { laboratoryId, personId: bill.createdBy._id })) {
        throw DomainError.onField('VALIDATION_FAILED', 'billId', "This bill doesn't belong to the order");
      }
      const returned = order.returns?.find(({ _id }) => _id.toHexString() === body.returnId);
      if (!returned)
        throw DomainError.onField('VALIDATION_FAILED', 'returnId', "This return doesn't belong to the order");
      assertOnField('returnId', returnCredited(bills, returned));
      const original = await this.store.records.getOrThrow(
        LabScope.ofLaboratory(laboratoryId.toHexString()),
        body.billId,
      );
      assertOnField('billId', notCreditable(bill, original));
      assertOnField('amountPaise', tooHigh(body.amountPaise, mostCreditable(bill, returned, { order, bills })));
      const { number, date, amountPaise } = body;
      const ofReturn = { _id: returned._id, number: returned.number };
      const { type, category, paymentMethod, party, transactionNo } = original;
      const description = `Credit note ${number} of ${formatDay(date)} for ${returned.number} of bill ${bill.number}`;
      const posted = await this.entering.postOne(actor, {
        laboratory,
        entry: { type, amountPaise, category, paymentMethod, reference: number, party, description },
        reversalOf: { _id: original._id, transactionNo },
        credit: { number, date, return: ofReturn, bill: { _id: bill._id, number: bill.number }, order: bill.order },
      });
      const numberKey = toNumberKey(order.supplier._id, body);
      const credit = { number, numberKey, date, return: ofReturn, amountPaise, ...entryOf(posted) };
      await this.bills.addCredit(bill, credit);
      return toCredit(credit);
    });
  }

  /** @throws DomainError CREDIT_NUMBER_TAKEN with the entry that has it, if the person can see that. */
  private async assertNumberFree(actor: Actor, ordered: PurchasedOrder, body: EnterCreditBody): Promise<void> {
    const { _id, name: party } = ordered.supplier;
    const paper = { laboratoryId: ordered.laboratoryId, type: 'income' as const, party, ...body };
    await this.entering.assertNotEnteredByHand(actor, 'CREDIT_NUMBER_TAKEN', paper);
    const holder = await this.bills.findCreditHolder(toNumberKey(_id, body));
    if (!holder) return;
    const { number, transactionNo, createdBy } = holder.credit;
    const { laboratoryId, order } = holder.bill;
    const hidden = lacks(actor, 'transactions.view', { laboratoryId, personId: createdBy._id });
    const message = hidden
      ? `Someone else already entered credit note ${number} of ${party}. Check the number, or ask a super admin.`
      : `Credit note ${number} of ${party} is already entered as ${transactionNo} for ${order.number}. Check the number. If that entry is wrong, cancel it first.`;
    throw DomainError.onField('CREDIT_NUMBER_TAKEN', 'number', message);
  }
}

/** Why a bill cannot be credited at all. */
function notCreditable({ number, status, credits = [] }: BillRow, { reversedBy }: TransactionRow): Refusal | undefined {
  if (reversedBy) {
    return refusal('TRANSACTION_HAS_REVERSAL', `${reversedBy.transactionNo} reverses bill ${number}`);
  }
  if (status !== 'approved') {
    const state = transactionStatusLabels[status].toLowerCase();
    return refusal('TRANSACTION_NOT_REVERSIBLE', `Bill ${number} is ${state}. Only an approved bill can be credited.`);
  }
  if (credits.length < MAX_CREDITS_OF_BILL) return undefined;
  return refusal('PURCHASE_ORDER_STATE', `A bill can have at most ${MAX_CREDITS_OF_BILL} credits`);
}

function assertOnField(field: string, refused: Refusal | undefined): void {
  if (refused) throw DomainError.onField(refused.code, field, refused.message);
}

function entryOf({
  _id,
  transactionNo,
  status,
  createdBy,
  createdAt,
}: TransactionRow): Omit<CreditRow, 'number' | 'numberKey' | 'date' | 'return' | 'amountPaise'> {
  return { _id, transactionNo, status, createdBy, createdAt };
}
