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

type Write<Response> = () => Promise<Response>;

/** Slow work that needs no transaction, such as hashing, and that is not repeated; it returns the write. */
export class Prepared<Response> {
  constructor(readonly prepare: () => Promise<Write<Response>>) {}
}

function writeOf<Response>(write: Write<Response> | Prepared<Response>): Promise<Write<Response>> {
  return write instanceof Prepared ? write.prepare() : Promise.resolve(write);
}

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
   * @param write a write, or its slow preparation, which does not run for a repeat. The write itself may run for one,
   * but then nothing of it is stored.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED if the key was used for a different request; IDEMPOTENT_RESPONSE_LOST if
   * the server's secret has changed since the first response was stored.
   */
  async once<Response>(
    actor: Actor,
    { key, route, input }: Request,
    write: Write<Response> | Prepared<Response>,
  ): Promise<Response> {
    if (key === undefined) return (await writeOf(write))();
    const _id = `${actor.userId}:${key}`;
    const fingerprint = createHash('sha256')
      .update(`${route}\n${JSON.stringify(input)}`)
      .digest('base64url');
    const first = write instanceof Prepared && (await this.firstResponse(_id, fingerprint));
    if (first) return first.response as Response;
    const perform = await writeOf(write);
    try {
      return await this.unitOfWork.run(async () => {
        const response = await perform();
        const answer = this.cipher.encrypt(_id, JSON.stringify(response));
        const expiresAt = new Date(this.clock.now().getTime() + RETENTION_MS);
        await this.responses.insert({ _id, fingerprint, answer, expiresAt });
        return response;
      });
    } catch (error) {
      // A repeat fails at the latest when it stores its response under the same key.
      const earlier = await this.firstResponse(_id, fingerprint).catch((second: unknown) => {
        // That the key is another request's, or its response lost, explains the failure. Nothing else does.
        if (second instanceof DomainError) throw second;
        this.logger.error(second);
        throw error;
      });
      if (!earlier) throw error;
      return earlier.response as Response;
    }
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
