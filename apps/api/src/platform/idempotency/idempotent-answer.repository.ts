import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { currentSession } from '../mongo/unit-of-work';
import { IDEMPOTENT_ANSWER_MODEL, type IdempotentAnswerRow } from './idempotent-answer.document';

@Injectable()
export class IdempotentAnswerRepository {
  constructor(@InjectModel(IDEMPOTENT_ANSWER_MODEL) private readonly model: Model<IdempotentAnswerRow>) {}

  async find(id: string): Promise<IdempotentAnswerRow | null> {
    return this.model.findById(id).session(currentSession()).lean<IdempotentAnswerRow>();
  }

  async insert(row: IdempotentAnswerRow): Promise<void> {
    await this.model.insertMany([row], { session: currentSession() ?? undefined, lean: true });
  }

  async setAnswer(id: string, answer: string): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { answer } }).session(currentSession());
  }
}
