import { idempotencyKey } from './idempotency';

/**
 * A random id that this browser gave itself and keeps across sign-outs: `device` goes with clockings as evidence;
 * `browser-id` is a secret for sign-in, which no response contains. `undefined` where the browser stores nothing.
 */
export function storedId(name: 'device' | 'browser-id'): string | undefined {
  try {
    const id = localStorage.getItem(name) ?? idempotencyKey();
    localStorage.setItem(name, id);
    return id;
  } catch {
    return undefined;
  }
}
