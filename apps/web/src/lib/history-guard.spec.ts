import { describe, expect, it, vi } from 'vitest';
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
