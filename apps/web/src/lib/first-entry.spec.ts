import { afterEach, describe, expect, it, vi } from 'vitest';
import { doubleFirstEntry } from './first-entry';

describe('the first entry of the history', () => {
  const stops: (() => void)[] = [];
  afterEach(() => stops.splice(0).forEach((stop) => stop()));

  function openInA(displayMode: 'standalone' | 'browser') {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(displayMode) }));
    window.history.replaceState(null, '');
    stops.push(doubleFirstEntry());
    const length = window.history.length;
    return () => window.history.length - length;
  }

  it('is doubled in an installed app, once someone uses it', () => {
    const added = openInA('standalone');
    expect(added()).toBe(0);
    window.dispatchEvent(new PointerEvent('pointerup'));
    window.dispatchEvent(new PointerEvent('pointerup'));
    expect(added()).toBe(1);
    expect(window.history.state).toEqual({ idx: 0 });
  });

  it('stays alone in a browser, which has a button of its own to leave', () => {
    const added = openInA('browser');
    window.dispatchEvent(new PointerEvent('pointerup'));
    expect(added()).toBe(0);
  });
});
