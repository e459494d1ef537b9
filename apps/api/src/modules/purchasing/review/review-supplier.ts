import {
  awaitedStatuses,
  daysBetween,
  endedStatuses,
  MAX_REVIEWED_ORDERS,
  type SupplierReview,
  type SupplierReviewQuery,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { LabScope } from '../../../platform/domain/lab-scope';
import { addDays, businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { enteredIn } from '../orders/order-filter';
import { PurchaseOrderRepository } from '../orders/purchase-order.repository';
import { SupplierReader } from '../suppliers/supplier-reader';
import { type ReviewedLaboratory, ReviewFigures } from './review-figures';

const DAYS = 365;

/** What a supplier has done with its orders. */
@Injectable()
export class ReviewSupplier {
  constructor(
    private readonly orders: PurchaseOrderRepository,
    private readonly suppliers: SupplierReader,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  /**
   * Covers exactly the orders that the list of orders shows for the same supplier, laboratory and days.
   * @throws DomainError SUPPLIER_NOT_FOUND, LABORATORY_NOT_FOUND outside the scope, TOO_MANY_AT_ONCE.
   */
  async review(actor: Actor, id: string, { laboratoryId, ...days }: SupplierReviewQuery): Promise<SupplierReview> {
    const all = actor.scope('purchaseOrders.view');
    const supplier = await this.suppliers.getVisible(all, id);
    const chosen = laboratoryId ?? all.laboratoryId;
    const laboratory = chosen === null ? null : await this.laboratories.getInScope(all, chosen);
    const scope = laboratory ? LabScope.ofLaboratory(laboratory._id.toHexString()) : all;
    const now = this.clock.now();
    const period = completed(days, businessDay(now, laboratory?.timezone ?? NETWORK_TIMEZONE));
    const rows = await this.laboratories.listInScope(scope);
    const calendars = new Map<string, ReviewedLaboratory>(
      rows.map(({ _id, code, timezone }) => [_id.toHexString(), { code, timezone, today: businessDay(now, timezone) }]),
    );
    const figures = new ReviewFigures();
    let read = 0;
    for await (const order of this.orders.ofSupplier(scope, supplier, {
      filter: { status: { $in: [...awaitedStatuses, ...endedStatuses, 'cancelled'] }, ...enteredIn(calendars, period) },
      limit: MAX_REVIEWED_ORDERS + 1,
    })) {
      read += 1;
      if (read > MAX_REVIEWED_ORDERS) throw tooMany();
      const own = calendars.get(order.laboratoryId.toHexString());
      if (own) figures.add(order, own);
    }
    return { period, ...figures.result() };
  }
}

function completed({ from, to }: Omit<SupplierReviewQuery, 'laboratoryId'>, today: string): SupplierReview['period'] {
  if (from === undefined) {
    const last = to ?? today;
    return { from: addDays(last, 1 - DAYS), to: last };
  }
  if (to !== undefined) return { from, to };
  // Nothing was entered in the future; days after the last year of four digits would be no days.
  if (today < from) return { from, to: from };
  return { from, to: daysBetween(from, today) > DAYS ? addDays(from, DAYS - 1) : today };
}

function tooMany(): DomainError {
  const message = `The period has more than ${MAX_REVIEWED_ORDERS.toLocaleString('en-IN')} orders. Choose a shorter one, or one laboratory.`;
  return new DomainError('TOO_MANY_AT_ONCE', { message });
}
