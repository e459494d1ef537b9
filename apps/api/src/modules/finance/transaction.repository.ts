import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ScopedRepository } from '../../platform/mongo/scoped-repository';
import { TRANSACTION_MODEL, type TransactionRow } from './transaction.document';

@Injectable()
export class TransactionRepository extends ScopedRepository<TransactionRow> {
  constructor(@InjectModel(TRANSACTION_MODEL) model: Model<TransactionRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'createdBy._id' });
  }
}
