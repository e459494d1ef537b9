import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Binary } from 'bson';
import { decode, encode } from '../query/bson.js';
import { codeNameOf, ErrorCode } from '../query/error.js';
import type { Answer } from './connection.js';

const USER = 'embedded';

/** What drivers ask before they authenticate. */
const OPEN = ['hello', 'isMaster', 'ismaster', 'ping'];

/**
 * Lets only those who know the password of this start use a port that every program of the machine can reach: SASL
 * PLAIN (RFC 4616), because the password does not leave the machine.
 */
export class Gate {
  readonly #password = randomBytes(32).toString('base64url');
  readonly #admitted = new WeakSet<object>();

  /** For the connection string. */
  get credentials(): string {
    return `${USER}:${this.#password}`;
  }

  guard(answer: Answer): Answer {
    return async (request, connection) => {
      if (this.#admitted.has(connection)) return answer(request, connection);
      const body = decode(request.body);
      const name = Object.keys(body)[0] ?? '';
      if (OPEN.includes(name)) return answer(request, connection);
      if (name !== 'saslStart') return refusal(ErrorCode.Unauthorized, `Command ${name} requires authentication`);
      if (body.mechanism !== 'PLAIN' || !this.#isRight(body.payload)) {
        return refusal(ErrorCode.AuthenticationFailed, 'Authentication failed.');
      }
      this.#admitted.add(connection);
      return encode({ conversationId: 1, done: true, payload: new Binary(), ok: 1 });
    };
  }

  #isRight(payload: unknown): boolean {
    const given = payload instanceof Binary ? payload.buffer : Buffer.alloc(0);
    return timingSafeEqual(digest(given), digest(`\0${USER}\0${this.#password}`));
  }
}

function digest(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}

function refusal(code: number, errmsg: string): Uint8Array {
  return encode({ ok: 0, errmsg, code, codeName: codeNameOf(code) });
}
