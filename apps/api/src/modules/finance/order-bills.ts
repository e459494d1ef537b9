import { type Bill, gstKindOf, type OrderBills } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { actionsFor, lacks } from '../../platform/domain/policy';
import { businessDay } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { PurchasedOrders } from '../purchasing/purchasing.port';
import { creditableOf } from './bills/credit';
import { billPolicy, isEffective, differencesOf, gstStateOf, toBill, toleranceOf, toOrderedLines } from './bills/bill';
import { BillRepository } from './bills/bill.repository';

/** The bills of one order. */
@Injectable()
export class OrderBillQueries {
  constructor(
    private readonly bills: BillRepository,
    private readonly orders: PurchasedOrders,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError PURCHASE_ORDER_NOT_FOUND, also for someone who cannot see entries of its laboratory. */
  async ofOrder(viewer: Actor, orderId: string): Promise<OrderBills> {
    const scope = viewer.scope('transactions.view');
    const order = await this.orders.getVisible(viewer, orderId);
    if (!scope.reaches(order.laboratoryId.toHexString())) throw new DomainError('PURCHASE_ORDER_NOT_FOUND');
    const laboratory = await this.laboratories.getOwner(order);
    const tolerance = toleranceOf(laboratory);
    const bills = await this.bills.ofOrders([order._id]);
    const shown = bills.flatMap((bill): Bill[] => {
      const { laboratoryId, createdBy } = bill;
      if (lacks(viewer, 'transactions.view', { laboratoryId, personId: createdBy._id })) return [];
      const seen = (bill.credits ?? []).filter(
        (credit) => !lacks(viewer, 'transactions.view', { laboratoryId, personId: credit.createdBy._id }),
      );
      return [toBill({ ...bill, credits: seen }, differencesOf(bill, { bills, order, tolerance }))];
    });
    return {
      bills: shown.toReversed(),
      creditable: creditableOf({ order, bills }, shown),
      lines: toOrderedLines(order, bills.filter(isEffective)),
      tolerance,
      gstKind: gstKindOf(await this.orders.gstStateOf(order), gstStateOf(laboratory)),
      today: businessDay(this.clock.now(), laboratory.timezone),
      actions: actionsFor(billPolicy, viewer, order, { laboratory }),
    };
  }
}
