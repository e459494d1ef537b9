import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../http/actor';
import { DomainError } from '../http/domain-error';
import { Migrations } from '../mongo/migrations';
import { Transactions } from '../mongo/transactions';
import { Clock } from '../time/clock';
import { AnswerSeal } from './answer-seal';
import { IdempotentAnswerRepository } from './idempotent-answer.repository';

const KEPT_FOR_MS = 24 * 3_600_000;

type Request = { key: string | string[] | undefined; route: string; body: unknown };

/** Makes a write safe to repeat: the first answer is kept sealed, in the transaction of the fact, for 24 hours. */
@Injectable()
export class Idempotency implements OnModuleInit {
  constructor(
    private readonly answers: IdempotentAnswerRepository,
    private readonly transactions: Transactions,
    private readonly seal: AnswerSeal,
    private readonly migrations: Migrations,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.migrations.register({
      id: '2026-11-21-drop-unsealed-answers',
      up: async (connection) => {
        await connection.collection('idempotent_answers').deleteMany({});
      },
    });
  }

  /**
   * Does the work once per person and key; a repeat gets the first answer.
   * @param prepare what takes long and needs no transaction, such as hashing; not done for a repeat.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED when the key came with another request before.
   */
  async once<Answer, Prepared = undefined>(
    actor: Actor,
    { key, route, body }: Request,
    work: (prepared: Prepared) => Promise<Answer>,
    prepare: () => Promise<Prepared> = () => Promise.resolve(undefined as Prepared),
  ): Promise<Answer> {
    if (key === undefined) return work(await prepare());
    const _id = `${actor.userId}:${String(key)}`;
    const fingerprint = createHash('sha256')
      .update(`${route}\n${JSON.stringify(body)}`)
      .digest('base64url');
    const first = await this.firstAnswer(_id, fingerprint);
    if (first) return first.answer as Answer;
    const prepared = await prepare();
    return this.transactions.run(async () => {
      const known = await this.firstAnswer(_id, fingerprint);
      if (known) return known.answer as Answer;
      // Claimed before the work: a simultaneous twin meets the claim, is retried, and then finds the answer.
      const expiresAt = new Date(this.clock.now().getTime() + KEPT_FOR_MS);
      await this.answers.insert({ _id, fingerprint, answer: null, expiresAt });
      const answer = await work(prepared);
      await this.answers.setAnswer(_id, this.seal.seal(_id, JSON.stringify(answer)));
      return answer;
    });
  }

  private async firstAnswer(_id: string, fingerprint: string): Promise<{ answer: unknown } | undefined> {
    const known = await this.answers.find(_id);
    if (known && known.fingerprint !== fingerprint) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    return known?.answer ? { answer: JSON.parse(this.seal.open(_id, known.answer)) } : undefined;
  }
}
