import { idempotencyKey } from './idempotency';
import { stored } from '../lib/storage';

/** A random id that this browser gave itself and keeps across sign-outs; `undefined` where the browser stores nothing. */
export function storedId(name: 'device' | 'browserId'): string | undefined {
  try {
    const id = stored[name].read() ?? idempotencyKey();
    stored[name].write(id);
    return id;
  } catch {
    return undefined;
  }
}
