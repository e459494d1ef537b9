import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { currentSession } from '../mongo/unit-of-work';
import { STORED_RESPONSE_MODEL, type StoredResponseRow } from './stored-response.document';

@Injectable()
export class StoredResponseRepository {
  constructor(@InjectModel(STORED_RESPONSE_MODEL) private readonly model: Model<StoredResponseRow>) {}

  async find(id: string): Promise<StoredResponseRow | null> {
    return this.model.findById(id).session(currentSession()).lean<StoredResponseRow>();
  }

  async insert(row: StoredResponseRow): Promise<void> {
    await this.model.insertMany([row], { session: currentSession() ?? undefined, lean: true });
  }

  async setResponse(id: string, encrypted: string): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { answer: encrypted } }).session(currentSession());
  }
}
