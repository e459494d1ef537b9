import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { currentSession } from '../mongo/unit-of-work';
import { COUNTER_MODEL, type CounterRow } from './counter.document';

/**
 * Allocates sequence numbers, each only once. Within transactions the sequence has no gaps: a rollback releases its
 * numbers, and simultaneous transactions on the same counter run one after the other.
 */
@Injectable()
export class CounterRepository {
  constructor(@InjectModel(COUNTER_MODEL) private readonly model: Model<CounterRow>) {}

  /**
   * Allocates `count` consecutive numbers.
   * @param lastUsed returns the last number in use; called only if the counter does not exist yet.
   * @returns the first of the numbers.
   */
  async take(name: string, count: number, lastUsed: () => Promise<number> = () => Promise.resolve(0)): Promise<number> {
    const counted = await this.model
      .findOneAndUpdate({ _id: name }, { $inc: { last: count } }, { returnDocument: 'after' })
      .session(currentSession())
      .lean<CounterRow>();
    if (counted) return counted.last - count + 1;
    const last = (await lastUsed()) + count;
    await this.model.insertMany([{ _id: name, last }], { session: currentSession() ?? undefined, lean: true });
    return last - count + 1;
  }
}
