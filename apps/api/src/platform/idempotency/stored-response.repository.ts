import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { currentSession, writeLater } from '../mongo/unit-of-work';
import { STORED_RESPONSE_MODEL, type StoredResponseRow } from './stored-response.document';

@Injectable()
export class StoredResponseRepository {
  constructor(@InjectModel(STORED_RESPONSE_MODEL) private readonly model: Model<StoredResponseRow>) {}

  async find(id: string): Promise<StoredResponseRow | null> {
    return this.model.findById(id).session(currentSession()).lean<StoredResponseRow>();
  }

  /** With the other writes of the transaction, so that it costs no command of its own. */
  async insert(row: StoredResponseRow): Promise<void> {
    await writeLater(this.model, [{ insertOne: row }]);
  }
}
