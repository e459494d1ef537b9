import { useState } from 'react';

/**
 * A key for `Idempotency-Key`: one for each form that creates a fact, so that sending it twice creates one. Not
 * `crypto.randomUUID`, which is missing where the page came over plain http from another machine.
 */
export function idempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

type IdempotentSend = <Answer>(request: unknown, send: (key: string) => Promise<Answer>) => Promise<Answer>;

/**
 * Sends requests that have no form of their own. After a failure, the same request is sent again with the same key,
 * because the first one may have arrived. Once answered, its key is dropped: the same request is then a new one.
 */
export function useIdempotentSend(): IdempotentSend {
  const [keys] = useState(() => new Map<string, string>());
  return async (request, send) => {
    const id = JSON.stringify(request);
    const key = keys.get(id) ?? idempotencyKey();
    keys.set(id, key);
    const answer = await send(key);
    keys.delete(id);
    return answer;
  };
}
