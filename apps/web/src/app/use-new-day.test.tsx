import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useToday } from '../lib/use-now';
import { useNewDay } from './use-new-day';

function Page() {
  useNewDay('Asia/Kolkata');
  const india = useToday('Asia/Kolkata');
  const dubai = useToday('Asia/Dubai');
  return (
    <p>
      {india} {dubai}
    </p>
  );
}

function Fetched({ fetch }: { fetch: () => string }) {
  useQuery({ queryKey: ['figures of today'], queryFn: fetch, staleTime: Infinity });
  return null;
}

describe('a page that is open past midnight', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-28T18:29:50Z') }));
  afterEach(() => void vi.useRealTimers());

  it('shows the new day of each time zone, and fetches again what it shows', async () => {
    const fetch = vi.fn(() => 'figures');
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Page />
        <Fetched fetch={fetch} />
      </QueryClientProvider>,
    );
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('2026-11-28 2026-11-28')).toBeVisible();
    expect(fetch).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('2026-11-29 2026-11-28')).toBeVisible();
    expect(fetch).toHaveBeenCalledTimes(2);
    await act(() => vi.advanceTimersByTimeAsync(90 * 60_000));
    expect(screen.getByText('2026-11-29 2026-11-29')).toBeVisible();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('notices the new day at once when the person returns to it', () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>,
    );
    // The timers of a hidden page stand still.
    vi.setSystemTime(new Date('2026-11-29T06:00:00Z'));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByText('2026-11-29 2026-11-29')).toBeVisible();
  });
});
