import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { currentSession } from '../mongo/unit-of-work';
import { COUNTER_MODEL, type CounterRow } from './counter.document';

/**
 * Numbers that are given out once. Within a transaction they have no gaps: what is rolled back gives its numbers back,
 * and two who take from the same counter at once are one after the other.
 */
@Injectable()
export class CounterRepository {
  constructor(@InjectModel(COUNTER_MODEL) private readonly model: Model<CounterRow>) {}

  /**
   * Takes so many numbers in a row.
   * @param start tells the last number in use before there was a counter; asked only then.
   * @returns the first of them.
   */
  async take(name: string, count: number, start: () => Promise<number> = () => Promise.resolve(0)): Promise<number> {
    const counted = await this.model
      .findOneAndUpdate({ _id: name }, { $inc: { last: count } }, { returnDocument: 'after' })
      .session(currentSession())
      .lean<CounterRow>();
    if (counted) return counted.last - count + 1;
    const last = (await start()) + count;
    await this.model.insertMany([{ _id: name, last }], { session: currentSession() ?? undefined, lean: true });
    return last - count + 1;
  }
}
