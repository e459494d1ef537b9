import { vi } from 'vitest';

/** As long as Testing Library waits here. The default, a second, is too short for code that a busy machine loads. */
const WAIT_MS = 20_000;

/** Waits until the check holds, also with a clock that the test holds still, which Testing Library does not know. */
export function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: WAIT_MS });
}
