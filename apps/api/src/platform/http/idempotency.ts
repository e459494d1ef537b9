import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import { currentSession, Transactions } from '../mongo/transactions';
import { Clock } from '../time/clock';
import type { Actor } from './actor';
import { DomainError } from './domain-error';

const KEPT_FOR_MS = 24 * 3_600_000;

type AnswerRow = { _id: string; fingerprint: string; answer: string | null; expiresAt: Date };

export const ANSWER_MODEL = 'IdempotentAnswer';

export const answerSchema = new Schema<AnswerRow>(
  {
    _id: { type: String, required: true },
    fingerprint: { type: String, required: true },
    answer: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'idempotent_answers', versionKey: false },
);
answerSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

type Request = { key: string | string[] | undefined; route: string; body: unknown };

/** Makes a write safe to repeat: the first answer is kept, in the transaction of the fact, for 24 hours. */
@Injectable()
export class Idempotency {
  constructor(
    @InjectModel(ANSWER_MODEL) private readonly answers: Model<AnswerRow>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Does the work once per person and key; a repeat gets the first answer.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED when the key came with another request before.
   */
  async once<Answer>(actor: Actor, { key, route, body }: Request, work: () => Promise<Answer>): Promise<Answer> {
    if (key === undefined) return work();
    const _id = `${actor.userId}:${String(key)}`;
    const fingerprint = createHash('sha256')
      .update(`${route}\n${JSON.stringify(body)}`)
      .digest('base64url');
    return this.transactions.run(async () => {
      const session = currentSession();
      const known = await this.answers.findById(_id).session(session).lean<AnswerRow>();
      if (known && known.fingerprint !== fingerprint) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
      if (known?.answer) return JSON.parse(known.answer) as Answer;
      // Claimed before the work: a simultaneous twin meets the claim, is retried, and then finds the answer.
      const expiresAt = new Date(this.clock.now().getTime() + KEPT_FOR_MS);
      await this.answers.insertMany([{ _id, fingerprint, answer: null, expiresAt }], {
        session: session ?? undefined,
        lean: true,
      });
      const answer = await work();
      await this.answers.updateOne({ _id }, { $set: { answer: JSON.stringify(answer) } }).session(session);
      return answer;
    });
  }
}
