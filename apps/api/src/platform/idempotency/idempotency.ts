import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../http/actor';
import { DomainError } from '../http/domain-error';
import { Migrations } from '../mongo/migrations';
import { UnitOfWork } from '../mongo/unit-of-work';
import { Clock } from '../time/clock';
import { AnswerSeal } from './answer-seal';
import { IdempotentAnswerRepository } from './idempotent-answer.repository';

const KEPT_FOR_MS = 24 * 3_600_000;

type Request = { key: string | undefined; route: string; input: unknown };

/** Makes a write safe to repeat: the first response is stored sealed, in the transaction of the write, for 24 hours. */
@Injectable()
export class Idempotency implements OnModuleInit {
  constructor(
    private readonly answers: IdempotentAnswerRepository,
    private readonly unitOfWork: UnitOfWork,
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
   * Writes once per person and key; a repeat gets the first response.
   * @param prepare does what is slow and needs no transaction, and returns the write; neither runs for a repeat.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED when the key was used for another request.
   */
  async once<Response>(
    actor: Actor,
    { key, route, input }: Request,
    prepare: () => Promise<() => Promise<Response>>,
  ): Promise<Response> {
    if (key === undefined) return (await prepare())();
    const _id = `${actor.userId}:${key}`;
    const fingerprint = createHash('sha256')
      .update(`${route}\n${JSON.stringify(input)}`)
      .digest('base64url');
    const first = await this.firstResponse(_id, fingerprint);
    if (first) return first.response as Response;
    const write = await prepare();
    return this.unitOfWork.run(async () => {
      const stored = await this.firstResponse(_id, fingerprint);
      if (stored) return stored.response as Response;
      // Claimed before the write: a simultaneous repeat conflicts with the claim, is retried, and finds the response.
      const expiresAt = new Date(this.clock.now().getTime() + KEPT_FOR_MS);
      await this.answers.insert({ _id, fingerprint, answer: null, expiresAt });
      const response = await write();
      await this.answers.setAnswer(_id, this.seal.seal(_id, JSON.stringify(response)));
      return response;
    });
  }

  private async firstResponse(_id: string, fingerprint: string): Promise<{ response: unknown } | undefined> {
    const known = await this.answers.find(_id);
    if (known && known.fingerprint !== fingerprint) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    return known?.answer ? { response: JSON.parse(this.seal.open(_id, known.answer)) } : undefined;
  }
}
