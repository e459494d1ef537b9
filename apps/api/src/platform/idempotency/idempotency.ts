import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../http/actor';
import { DomainError } from '../http/domain-error';
import { Transactions } from '../mongo/transactions';
import { Clock } from '../time/clock';
import { IdempotentAnswerRepository } from './idempotent-answer.repository';

const KEPT_FOR_MS = 24 * 3_600_000;

type Request = { key: string | string[] | undefined; route: string; body: unknown };

/** Makes a write safe to repeat: the first answer is kept, in the transaction of the fact, for 24 hours. */
@Injectable()
export class Idempotency {
  constructor(
    private readonly answers: IdempotentAnswerRepository,
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
      const known = await this.answers.find(_id);
      if (known && known.fingerprint !== fingerprint) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
      if (known?.answer) return JSON.parse(known.answer) as Answer;
      // Claimed before the work: a simultaneous twin meets the claim, is retried, and then finds the answer.
      const expiresAt = new Date(this.clock.now().getTime() + KEPT_FOR_MS);
      await this.answers.insert({ _id, fingerprint, answer: null, expiresAt });
      const answer = await work();
      await this.answers.setAnswer(_id, JSON.stringify(answer));
      return answer;
    });
  }
}
