import { MAX_BILLS_OF_ORDER, type TransactionStatus } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DomainError } from '../../../platform/domain/domain-error';
import { LabScope } from '../../../platform/mongo/lab-scope';
import type { ObjectId } from '../../../platform/mongo/object-id';
import { ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { BILL_MODEL, type BillRow } from './bill.document';

/** The entries whose bills hold their number: a rejected one can be sent for approval again. */
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

  /** Within the transaction that writes the entries of the bills. */
  async setStatus(entries: readonly { _id: ObjectId; status: TransactionStatus }[], at: Date): Promise<void> {
    if (entries.length === 0) return;
    const statuses = new Map(entries.map(({ _id, status }) => [_id.toHexString(), status]));
    const filter = { _id: { $in: entries.map(({ _id }) => _id) } };
    const rows = await this.find(LabScope.everywhere(), filter, { limit: entries.length });
    const writes = rows.map((row) => ({ row, changes: { status: statuses.get(row._id.toHexString()) } }));
    if (!(await this.updateEachAt(LabScope.everywhere(), writes, at))) throw new DomainError('VERSION_CONFLICT');
  }
}
