import { afterEach, describe, expect, it, vi } from 'vitest';
import { historyGuard } from './history-guard';

const step = () => window.dispatchEvent(new PopStateEvent('popstate'));

describe('the guard of the back button', () => {
  it('tells the latest alone, before who listens later, and can keep the step from them', () => {
    const router = vi.fn();
    window.addEventListener('popstate', router);
    const [first, second] = [vi.fn(), vi.fn(({ event }: { event: PopStateEvent }) => event.stopImmediatePropagation())];
    const stopFirst = historyGuard.add(first);
    const stopSecond = historyGuard.add(second);
    step();
    expect(second).toHaveBeenCalledOnce();
    expect(first).not.toHaveBeenCalled();
    expect(router).not.toHaveBeenCalled();
    stopSecond();
    step();
    expect(first).toHaveBeenCalledOnce();
    expect(router).toHaveBeenCalledOnce();
    stopFirst();
    step();
    expect(first).toHaveBeenCalledOnce();
    window.removeEventListener('popstate', router);
  });
});

describe('the first entry of the history', () => {
  const stops: (() => void)[] = [];
  afterEach(() => stops.splice(0).forEach((stop) => stop()));

  function openInA(displayMode: 'standalone' | 'browser') {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(displayMode) }));
    window.history.replaceState(null, '');
    stops.push(historyGuard.doubleFirst());
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
