import { useState } from 'react';
import { ApiError } from '../lib/api-error';

/**
 * A key for `Idempotency-Key`: one for each form that creates a fact, so that sending it twice creates one. Not
 * `crypto.randomUUID`, which is missing where the page came over plain http from another machine.
 */
export function idempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the server has had another request under the key, whose answer was lost. */
export function isKeyReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_REUSED';
}

const withoutVersions = (name: string, value: unknown) => (name === 'version' ? undefined : value);

type IdempotentSend = <Answer>(request: unknown, send: (key: string) => Promise<Answer>) => Promise<Answer>;

/**
 * Sends requests that have no form of their own. After a failure, the same request is sent again with the same key,
 * because the first one may have arrived. Once answered, its key is dropped: the same request is then a new one. Versions
 * do not make it another request: what the person asks for is the same, and a newer version may be that of the first one.
 * The server then refuses the key, instead of doing it twice.
 * @param firstKey of a form, from its draft: all that it sends until it is answered has this key. The server then refuses
 * what was changed after a lost answer, because the first request may have arrived.
 */
export function useIdempotentSend(firstKey?: string): IdempotentSend {
  const [keys] = useState(() => new Map<string, string>());
  const [answered] = useState(() => new Set<string>());
  return async (request, send) => {
    const id = JSON.stringify(request, withoutVersions);
    const isOfForm = firstKey !== undefined && !answered.has(firstKey);
    const key = isOfForm ? firstKey : (keys.get(id) ?? idempotencyKey());
    keys.set(id, key);
    const drop = () => {
      keys.delete(id);
      answered.add(key);
    };
    try {
      const answer = await send(key);
      drop();
      return answer;
    } catch (error) {
      // The person is told that something was sent already. Sending once more is then a decision, not a repetition.
      if (isKeyReused(error)) drop();
      throw error;
    }
  };
}
