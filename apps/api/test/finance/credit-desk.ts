import type { Bill, Credit, OrderBills, PurchaseOrder, Transaction } from '@shifa/contract';
import { failureOf, OrderDesk, orderOf } from '../purchasing/order-desk';
import type { Person } from '../test-app';
import { BillDesk, billOf, billsOf } from './bill-desk';
import { dayAhead } from '../today';

type Answer = { status: number; body: unknown };
type Setting = { order: PurchaseOrder; bill: Bill };

/** 10 units at ₹120.00 with 18 % of tax cost ₹1,416.00. */
export const BILLED = 141_600;

export const creditOf = ({ body }: Answer) => (body as { data: Credit }).data;
export const refusalOf = (answer: Answer) => {
  const { code, message, errors } = failureOf(answer);
  return [code, errors[0]?.field, errors[0]?.message ?? message];
};

/** A laboratory whose clerk enters the credit notes of its suppliers. */
export class CreditDesk extends BillDesk {
  static override async open(): Promise<CreditDesk> {
    const orders = await OrderDesk.open();
    return new CreditDesk(orders, await BillDesk.addClerk(orders));
  }

  as(person: Person) {
    return this.stock.app.as(person);
  }

  entry(id: string): Promise<Transaction> {
    return this.entries(this.clerk).get(id);
  }

  async billsOf(order: PurchaseOrder): Promise<OrderBills> {
    return billsOf(await this.ofOrder(order).expect(200));
  }

  /** An order of which everything was received and billed, and some went back. */
  async credited(...returned: number[]): Promise<Setting> {
    let order = await this.received(await this.item(), 10);
    const body = { ...this.billBody(order, 10), category: 'equipment' };
    const bill = billOf(await this.enterBill(order, body).expect(201));
    await this.approver().decide(bill._id).expect(200);
    for (const quantity of returned) {
      order = orderOf(await this.returnGoods(order, this.departure(order, quantity)).expect(200));
    }
    return { order, bill };
  }

  creditBody({ order, bill }: Setting, amountPaise: number, place = 0) {
    return {
      returnId: order.returns[place]?._id ?? '',
      billId: bill._id,
      number: this.nextNumber('CN'),
      date: dayAhead(-1),
      amountPaise,
    };
  }

  enterCredit({ order }: Setting, body: object, person: Person = this.clerk) {
    return this.post(`/${order._id}/credits`, body, person);
  }

  async enteredCredit(setting: Setting, amountPaise: number, place = 0): Promise<Credit> {
    return creditOf(await this.enterCredit(setting, this.creditBody(setting, amountPaise, place)).expect(201));
  }
}
