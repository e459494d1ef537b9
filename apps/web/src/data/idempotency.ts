import { useState } from 'react';

/**
 * A key for `Idempotency-Key`: one for each form that creates a fact, so that sending it twice creates one. Not
 * `crypto.randomUUID`, which is missing where the page came over plain http from another machine.
 */
export function idempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In the place of a request: the key from before a reload, once a request has it. */
const EARLIER = '';

type IdempotentSend = <Answer>(request: unknown, send: (key: string) => Promise<Answer>) => Promise<Answer>;

/**
 * Sends requests that have no form of their own. After a failure, the same request is sent again with the same key,
 * because the first one may have arrived. Once answered, its key is dropped: the same request is then a new one.
 * @param firstKey of the first request, where it may be the repetition of one from before a reload.
 */
export function useIdempotentSend(firstKey?: string): IdempotentSend {
  const [keys] = useState(() => new Map<string, string>());
  return async (request, send) => {
    const id = JSON.stringify(request);
    const earlier = keys.get(EARLIER) === firstKey ? undefined : firstKey;
    const key = keys.get(id) ?? earlier ?? idempotencyKey();
    if (key === firstKey) keys.set(EARLIER, key);
    keys.set(id, key);
    const answer = await send(key);
    keys.delete(id);
    return answer;
  };
}
