import { landedCosts } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { LabScope } from '../../platform/domain/lab-scope';
import { Clock } from '../../platform/time/clock';
import { formatDay } from '../../platform/time/format-time';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type BilledLine, PurchaseCosts } from '../purchasing/purchasing.port';
import type { TransactionRow } from './entry/entry.document';
import type { BillRow } from './bills/bill.document';
import { BillRepository } from './bills/bill.repository';

/** The cost of stock follows bills: it is that of the order until the bill is approved. */
@Injectable()
export class BillCosts {
  constructor(
    private readonly bills: BillRepository,
    private readonly purchases: PurchaseCosts,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  /**
   * After an entry has its final approval, in its transaction: what was received costs what its bill asks for, with tax
   * and freight. The contra entry of a bill takes that back.
   */
  async updateCosts(actor: Actor, { _id, bill, credit, reversalOf }: TransactionRow): Promise<void> {
    // What a credit is for has left the stock.
    if (credit || (!bill && !reversalOf)) return;
    const row = await this.bills.findById(LabScope.everywhere(), (reversalOf?._id ?? _id).toHexString());
    if (!row) return;
    const laboratory = await this.laboratories.getOwner(row);
    const cause = { billId: row._id, notes: `Bill ${row.number} of ${formatDay(row.date)} for ${row.order.number}` };
    if (reversalOf) {
      const notes = `Reversed: ${cause.notes}`;
      await this.purchases.withdraw(actor, laboratory, { ...cause, notes, since: row.createdAt });
      return;
    }
    const others = await this.bills.ofOrders([row.order._id]);
    const approved = others.filter(({ _id: id, status }) => status === 'approved' && !id.equals(row._id));
    const covered = await this.purchases.correct(
      actor,
      laboratory,
      { ...cause, orderId: row.order._id },
      toBilledLines(row, approved),
      approved.flatMap((bill) => bill.covered ?? []),
    );
    await this.bills.setCovered(row, covered, this.clock.now());
  }
}

function toBilledLines({ lines, freightPaise, gstKind }: BillRow, approved: readonly BillRow[]): BilledLine[] {
  const costs = landedCosts(lines, freightPaise, gstKind);
  return lines.map(({ lineId, quantity }, index) => {
    const unknown = approved.filter((bill) => bill.covered === undefined);
    const earlier = unknown.flatMap((bill) => bill.lines.filter((line) => line.lineId.equals(lineId)));
    return {
      lineId,
      quantity,
      costPaise: costs[index] ?? 0n,
      earlier: earlier.reduce((sum, line) => sum + line.quantity, 0),
    };
  });
}
