import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTemporary } from './use-temporary';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

describe('a temporary value', () => {
  it('is taken away when its time is over, counted from the last time it was set', () => {
    const { result } = renderHook(() => useTemporary<string>(1_000));
    act(() => result.current[1]('Copied'));
    pass(900);
    act(() => result.current[1]('Copied'));
    pass(900);
    expect(result.current[0]).toBe('Copied');
    pass(100);
    expect(result.current[0]).toBeUndefined();
  });

  it('ends with the function of the last rendering, and not after the component is gone', () => {
    const [first, last] = [vi.fn(), vi.fn()];
    const { result, rerender, unmount } = renderHook(({ onEnd }) => useTemporary<true>(1_000, onEnd), {
      initialProps: { onEnd: first },
    });
    act(() => result.current[1](true));
    rerender({ onEnd: last });
    pass(1_000);
    expect(first).not.toHaveBeenCalled();
    expect(last).toHaveBeenCalledOnce();
    expect(result.current[0]).toBe(true);
    act(() => result.current[1](true));
    unmount();
    pass(1_000);
    expect(last).toHaveBeenCalledOnce();
  });
});
