import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../domain/actor';
import { DomainError } from '../domain/domain-error';
import { Migrations } from '../mongo/migrations';
import { UnitOfWork, withoutWrites } from '../mongo/unit-of-work';
import { Clock } from '../time/clock';
import { ResponseCipher } from './response-cipher';
import { StoredResponseRepository } from './stored-response.repository';

const RETENTION_MS = 24 * 3_600_000;

type Write<Response> = () => Promise<Response>;

/**
 * Slow work that needs no transaction, such as hashing, and that is not repeated; it returns the write. The work itself
 * cannot write anything.
 */
export class Prepared<Response> {
  constructor(readonly prepare: () => Promise<Write<Response>>) {}
}

/**
 * Performs a part of a request in a transaction of its own, once per key and name: a repeat, also of a request that was
 * interrupted between two parts, gets the first result of each.
 * @param failed what the result is where the write fails.
 */
export type Step = <Result>(
  name: string,
  write: Write<Result>,
  failed: (error: unknown) => Promise<Result>,
) => Promise<Result>;

/** Many writes that succeed or fail each for itself. Everything that is written is written in steps. */
export class InSteps<Response> {
  constructor(readonly perform: (step: Step) => Promise<Response>) {}
}

export type Outcome<Response> = Write<Response> | Prepared<Response> | InSteps<Response>;

function toWrite<Response>(write: Write<Response> | Prepared<Response>): Promise<Write<Response>> {
  return write instanceof Prepared ? withoutWrites(() => write.prepare()) : Promise.resolve(write);
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
   * @param write a write, its slow preparation, or its steps. Preparation and steps do not run for a repeat. A write may
   * run for one, but then nothing of it is stored.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED if the key was used for a different request; IDEMPOTENT_RESPONSE_LOST if
   * the server's secret has changed since the first response was stored.
   */
  async once<Response>(actor: Actor, { key, route, input }: Request, write: Outcome<Response>): Promise<Response> {
    if (key === undefined) {
      return write instanceof InSteps
        ? write.perform((_, part, failed) => part().catch(failed))
        : (await toWrite(write))();
    }
    const _id = `${actor.userId}:${key}`;
    const fingerprint = createHash('sha256')
      .update(`${route}\n${JSON.stringify(input)}`)
      .digest('base64url');
    const first = typeof write !== 'function' && (await this.firstResponse(_id, fingerprint));
    if (first) return first.response as Response;
    if (!(write instanceof InSteps)) return this.perform(_id, fingerprint, await toWrite(write));
    const response = await write.perform((name, part, failed) => {
      const step = (perform: typeof part) => this.perform(`${_id}\n${name}`, fingerprint, perform);
      // A failure is stored as well, so that every request with the key gets the same result.
      return step(part).catch((error: unknown) => step(() => failed(error)));
    });
    return this.perform(_id, fingerprint, () => Promise.resolve(response));
  }

  private async perform<Response>(_id: string, fingerprint: string, perform: Write<Response>): Promise<Response> {
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
        // A refusal may be due to the earlier request itself, so without its response no one can be told that.
        throw error instanceof DomainError ? second : error;
      });
      if (!earlier) throw error;
      return earlier.response as Response;
    }
  }

  /** What the person's earlier request with the key was answered, whatever it asked; undefined if it never arrived. */
  async responseTo(actor: Actor, key: string): Promise<unknown> {
    const _id = `${actor.userId}:${key}`;
    const known = await this.responses.find(_id);
    return known?.answer ? this.decrypted(_id, known.answer) : undefined;
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
