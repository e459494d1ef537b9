import type { EntryBill } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { ObjectId } from '../../../platform/domain/object-id';
import { LaboratoriesPort, laboratoryIn } from '../../laboratories/laboratories.port';
import { PurchasedOrders } from '../../purchasing/purchasing.port';
import { differencesOf, toEntryBill, toleranceOf } from './bill';
import type { CreditRow } from './bill.document';
import { standingCredits } from './credit';
import { BillRepository } from './bill.repository';

/** An entry, as far as it says whether it is for a bill. */
type OfBill = { _id: ObjectId; bill?: { order: { _id: ObjectId } } };

/** Bills compared with what was ordered and received, as that is now or in the transaction under way. */
@Injectable()
export class BillMatches {
  constructor(
    private readonly bills: BillRepository,
    private readonly orders: PurchasedOrders,
    private readonly laboratories: LaboratoriesPort,
  ) {}

  /** The bill that the entry is for; null if it is for none. */
  async ofEntry(entry: OfBill): Promise<EntryBill | null> {
    if (!entry.bill) return null;
    const bills = await this.bills.ofOrders([entry.bill.order._id]);
    const bill = bills.find(({ _id }) => _id.equals(entry._id));
    const order = (await this.orders.findEach([entry.bill.order._id])).values().next().value;
    if (!bill || !order) return null;
    const tolerance = toleranceOf(await this.laboratories.getOwner(bill));
    return toEntryBill(bill, differencesOf(bill, { bills, order, tolerance }));
  }

  /** The first credit on the bill of each entry that is pending or approved: its entry can't be reversed then. */
  async creditsOf(entries: readonly OfBill[]): Promise<(entryId: ObjectId) => CreditRow | undefined> {
    const ids = entries.flatMap(({ _id, bill }) => (bill ? [_id] : []));
    const rows = ids.length === 0 ? [] : await this.bills.findEach(ids);
    const byId = new Map(rows.map((row) => [row._id.toHexString(), standingCredits(row)[0]]));
    return (entryId) => byId.get(entryId.toHexString());
  }

  /** What differs on the bills of pending entries, by the id of the entry; nothing on entries without a bill. */
  async differencesOf(entries: readonly OfBill[]): Promise<(entryId: ObjectId) => string[]> {
    const wanted = new Set(entries.flatMap(({ _id, bill }) => (bill ? [_id.toHexString()] : [])));
    if (wanted.size === 0) return () => [];
    const orderIds = entries.flatMap(({ bill }) => bill?.order._id ?? []);
    const unique = [...new Map(orderIds.map((id) => [id.toHexString(), id])).values()];
    const orders = await this.orders.findEach(unique);
    const all = await this.bills.ofOrders(unique);
    const laboratories = await this.laboratories.findAll(all.map(({ laboratoryId }) => laboratoryId));
    const found = all.flatMap((bill): [string, string[]][] => {
      const order = orders.get(bill.order._id.toHexString());
      if (!order || !wanted.has(bill._id.toHexString())) return [];
      const bills = all.filter((one) => one.order._id.equals(order._id));
      const tolerance = toleranceOf(laboratoryIn(laboratories, bill.laboratoryId));
      const differences = differencesOf(bill, { bills, order, tolerance });
      return [[bill._id.toHexString(), differences.map(({ message }) => message)]];
    });
    const byId = new Map(found);
    return (entryId) => byId.get(entryId.toHexString()) ?? [];
  }
}
