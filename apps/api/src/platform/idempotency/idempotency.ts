import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../http/actor';
import { DomainError } from '../http/domain-error';
import { Migrations } from '../mongo/migrations';
import { UnitOfWork } from '../mongo/unit-of-work';
import { Clock } from '../time/clock';
import { ResponseCipher } from './response-cipher';
import { StoredResponseRepository } from './stored-response.repository';

const RETENTION_MS = 24 * 3_600_000;

type Request = { key: string | undefined; route: string; input: unknown };

/**
 * Makes a write safe to repeat: the first response is stored in encrypted form, in the transaction of the write, for 24
 * hours.
 */
@Injectable()
export class Idempotency implements OnModuleInit {
  private readonly logger = new Logger(Idempotency.name);

  constructor(
    private readonly responses: StoredResponseRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: ResponseCipher,
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
   * Performs the write once per person and key. A repeated request gets the first response.
   * @param prepare performs slow work that needs no transaction, and returns the write. Neither runs for a repeat.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED if the key was used for a different request; IDEMPOTENT_RESPONSE_LOST if
   * the server's secret has changed since the first response was stored.
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
      // Inserted before the write: a simultaneous repeat conflicts with it, is retried and then finds the response.
      const expiresAt = new Date(this.clock.now().getTime() + RETENTION_MS);
      await this.responses.insert({ _id, fingerprint, answer: null, expiresAt });
      const response = await write();
      await this.responses.setResponse(_id, this.cipher.encrypt(_id, JSON.stringify(response)));
      return response;
    });
  }

  private async firstResponse(_id: string, fingerprint: string): Promise<{ response: unknown } | undefined> {
    const known = await this.responses.find(_id);
    if (known && known.fingerprint !== fingerprint) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    return known?.answer ? { response: this.decrypted(_id, known.answer) } : undefined;
  }

  private decrypted(_id: string, answer: string): unknown {
    try {
      return JSON.parse(this.cipher.decrypt(_id, answer));
    } catch (error) {
      // The server's secret has changed since. The write must not be performed a second time.
      this.logger.warn(error);
      throw new DomainError('IDEMPOTENT_RESPONSE_LOST');
    }
  }
}
