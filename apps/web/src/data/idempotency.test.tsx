import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useIdempotentSend } from './idempotency';

describe('a request whose answer was lost', () => {
  function setUp(firstKey?: string) {
    const { result } = renderHook(() => useIdempotentSend(firstKey));
    const keys: string[] = [];
    const answers: ('lost' | 'answered')[] = [];
    const send = (request: unknown, answer: 'lost' | 'answered') => {
      answers.push(answer);
      return result
        .current(request, (key) => {
          keys.push(key);
          return answer === 'lost' ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve();
        })
        .catch(() => undefined);
    };
    return { send, keys };
  }

  it('has the same key again, also on the version that it may have made', async () => {
    const { send, keys } = setUp();
    await send({ quantity: 2, version: 3 }, 'lost');
    await send({ quantity: 2, version: 4 }, 'lost');
    await send({ items: [{ _id: '1', version: 1 }] }, 'lost');
    await send({ items: [{ _id: '1', version: 2 }] }, 'lost');
    expect(new Set(keys).size).toBe(2);
    expect([keys[0], keys[2]]).toEqual([keys[1], keys[3]]);
  });

  it('is another request with other content, and once it was answered', async () => {
    const { send, keys } = setUp();
    await send({ quantity: 2, version: 3 }, 'lost');
    await send({ quantity: 3, version: 3 }, 'answered');
    await send({ quantity: 3, version: 4 }, 'answered');
    expect(new Set(keys).size).toBe(3);
  });

  it('of a form has the key of the form until it is answered, also once it was changed', async () => {
    const { send, keys } = setUp('of the form');
    await send({ quantity: 2 }, 'lost');
    await send({ quantity: 3 }, 'answered');
    await send({ quantity: 4 }, 'answered');
    expect(keys.slice(0, 2)).toEqual(['of the form', 'of the form']);
    expect(keys[2]).not.toBe('of the form');
  });
});
