import { fireEvent } from '@testing-library/react';
import { vi } from 'vitest';

const PLACE = DOMRect.fromRect({ x: 100, y: 500, width: 120, height: 40 });

/** Two taps at one place: the second one meets the same button, or what has come to be there by then. */
export async function doubleTap(button: Element, next?: () => Promise<Element>): Promise<void> {
  const place = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(PLACE);
  const tap = (target: Element) => fireEvent.click(target, { detail: 1, clientX: 150, clientY: 520 });
  try {
    tap(button);
    tap(next ? await next() : button);
  } finally {
    place.mockRestore();
  }
}
