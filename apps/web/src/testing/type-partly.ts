import { fireEvent } from '@testing-library/react';

/** Types a part of a date or a time, which a browser reports as blank and as bad input; jsdom has no such parts. */
export function typePartly(field: HTMLElement): void {
  Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: true } });
  fireEvent.focus(field);
  fireEvent.keyUp(field, { key: '5' });
}

/** Completes what was typed. */
export function typeWhole(field: HTMLElement, value: string): void {
  Reflect.deleteProperty(field, 'validity');
  fireEvent.change(field, { target: { value } });
}
