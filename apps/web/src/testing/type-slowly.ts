import { act, fireEvent } from '@testing-library/react';
import { vi } from 'vitest';

/** Pauses between keys as people make them, and both sides of the pause that sends what was typed. */
export const HUMAN_PAUSES_MS = [40, 250, 299, 301, 400];

/** How late an answer, or the address, comes back on a fast and on a slow machine. */
export const LATE_MS = [0, 60, 450];

type Keystrokes = {
  box: HTMLInputElement;
  text: string;
  /** The pause before the key at this position is longer than the others. */
  pauseAt: number;
  pauseMs: number;
  keyMs?: number;
  /** After every key and every pause. */
  check: (typed: string) => void;
};

/** Types with fake timers, one key after the other, and pauses once. */
export async function typeSlowly({ box, text, pauseAt, pauseMs, keyMs = 70, check }: Keystrokes): Promise<void> {
  for (let length = 1; length <= text.length; length++) {
    await wait(length - 1 === pauseAt ? pauseMs : keyMs);
    check(box.value);
    // A key is added to what is in the box, whoever put it there.
    fireEvent.change(box, { target: { value: box.value + text.charAt(length - 1) } });
    check(box.value);
  }
}

export async function wait(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}
