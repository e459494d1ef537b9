import { fireEvent } from '@testing-library/react';

/** Types a code as a hand scanner does, which ends with Enter: 3 ms from key to key, however busy the machine is. */
export function scanByHand(text: string): void {
  const target = document.activeElement ?? document.body;
  let at = performance.now();
  for (const key of [...Array.from(text), 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: (at += 3) });
    fireEvent(target, event);
  }
}
