import { idempotencyKey } from './idempotency';

const STORED = 'browser-id';

/**
 * A random secret by which the API recognizes a browser at sign-in. It outlives sign-outs, and no response contains it,
 * unlike the device of a clocking. `undefined` where the browser stores nothing.
 */
export function browserId(): string | undefined {
  try {
    const id = localStorage.getItem(STORED) ?? idempotencyKey();
    localStorage.setItem(STORED, id);
    return id;
  } catch {
    return undefined;
  }
}
