import { MAX_BILLS_OF_ORDER, type TransactionStatus } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DomainError } from '../../../platform/domain/domain-error';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { BILL_MODEL, type BillRow, type CreditRow } from './bill.document';

/** The entries whose bills and credits do not hold their number: a rejected one can be sent for approval again. */
const ended: TransactionStatus[] = ['cancelled', 'reversed'];

@Injectable()
export class BillRepository extends ScopedRepository<BillRow> {
  constructor(@InjectModel(BILL_MODEL) model: Model<BillRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'createdBy._id' });
  }

  /** All bills of each of the orders, by their ids: in the order in which they were entered. */
  ofOrders(orderIds: readonly ObjectId[]): Promise<BillRow[]> {
    const filter = { 'order._id': { $in: orderIds } };
    const limit = orderIds.length * MAX_BILLS_OF_ORDER;
    return this.find(LabScope.everywhere(), filter, { limit });
  }

  /** The bill that holds the number in the network. */
  findHolder(numberKey: string): Promise<BillRow | null> {
    return this.findOne(LabScope.everywhere(), { numberKey, status: { $nin: ended } });
  }

  /** The credit that holds the number in the network, with its bill. */
  async findCreditHolder(numberKey: string): Promise<{ bill: BillRow; credit: CreditRow } | null> {
    const bills = await this.findAll(LabScope.everywhere(), { 'credits.numberKey': numberKey });
    const credits = bills.flatMap((bill) => (bill.credits ?? []).map((credit) => ({ bill, credit })));
    return credits.find(({ credit }) => credit.numberKey === numberKey && !ended.includes(credit.status)) ?? null;
  }

  /** With the ids of their entries; without an id that is of no bill. */
  findEach(ids: readonly ObjectId[]): Promise<BillRow[]> {
    return this.find(LabScope.everywhere(), { _id: { $in: ids } }, { limit: ids.length });
  }

  /** The contra entries of the credit notes of a scope. */
  async creditEntries(scope: LabScope): Promise<ObjectId[]> {
    const rows = await this.findAll(scope, { 'credits.numberKey': { $gt: '' } }, { projection: { 'credits._id': 1 } });
    return rows.flatMap(({ credits = [] }) => credits.map(({ _id }) => _id));
  }

  /** Within the transaction that writes the contra entry. */
  async addCredit(bill: BillRow, credit: CreditRow): Promise<void> {
    const changes = { credits: [...(bill.credits ?? []), credit] };
    const write = { row: bill, changes };
    const written = await this.updateEachAt(LabScope.everywhere(), [write], credit.createdAt);
    if (!written) throw new DomainError('VERSION_CONFLICT');
  }

  /** Within the transaction that writes the contra entries. */
  async setCreditStatus(
    entries: readonly { _id: ObjectId; billId: ObjectId; status: TransactionStatus }[],
    at: Date,
  ): Promise<void> {
    const rows = await this.findEach(entries.map(({ billId }) => billId));
    const writes = rows.map((row) => {
      const credits = row.credits?.map((credit) => {
        const status = entries.find(({ _id }) => _id.equals(credit._id))?.status;
        return status ? { ...credit, status } : credit;
      });
      return { row, changes: { credits } };
    });
    if (!(await this.updateEachAt(LabScope.everywhere(), writes, at))) throw new DomainError('VERSION_CONFLICT');
  }

  /** Within the transaction of the final approval. */
  async setCovered(row: BillRow, covered: BillRow['covered'], at: Date): Promise<void> {
    const written = await this.updateEachAt(LabScope.everywhere(), [{ row, changes: { covered } }], at);
    if (!written) throw new DomainError('VERSION_CONFLICT');
  }

  /** Within the transaction that writes the entries of the bills. */
  async setStatus(entries: readonly { _id: ObjectId; status: TransactionStatus }[], at: Date): Promise<void> {
    const statuses = new Map(entries.map(({ _id, status }) => [_id.toHexString(), status]));
    const filter = { _id: { $in: entries.map(({ _id }) => _id) } };
    const rows = await this.find(LabScope.everywhere(), filter, { limit: entries.length });
    const writes = rows.map((row) => ({ row, changes: { status: statuses.get(row._id.toHexString()) } }));
    if (!(await this.updateEachAt(LabScope.everywhere(), writes, at))) throw new DomainError('VERSION_CONFLICT');
  }
}
