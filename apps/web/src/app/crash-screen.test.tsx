import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../ui/error-boundary';
import { lazyComponent } from '../lib/lazy-component';
import { renderApp } from '../testing/render-app';
import { CrashScreen, RouteErrorScreen } from './crash-screen';

let broken = true;
function Page() {
  if (broken) throw new Error('broken');
  return <p>all is well</p>;
}

describe('what failed to render', () => {
  it('is a crash screen with a way back, which works once the cause is gone', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    broken = true;
    renderApp(
      <ErrorBoundary fallback={(_, retry) => <CrashScreen onRetry={retry} />}>
        <Page />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByText('all is well')).toBeVisible();
  });

  it('is fetched again by Try Again where its code could not be fetched', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = vi
      .fn<() => Promise<ComponentType>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
      .mockResolvedValue(() => <p>all is well</p>);
    const Lazy = lazyComponent(load);
    renderApp(
      <ErrorBoundary fallback={(_, retry) => <CrashScreen onRetry={retry} />}>
        <Suspense>
          <Lazy />
        </Suspense>
      </ErrorBoundary>,
    );
    const tryAgain = async () => userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    await tryAgain();
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    await tryAgain();
    expect(await screen.findByText('all is well')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('is forgotten when another page is opened', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    broken = true;
    const at = (resetKey: string) => (
      <ErrorBoundary resetKey={resetKey} fallback={() => <RouteErrorScreen />}>
        <Page />
      </ErrorBoundary>
    );
    const { rerender } = renderApp(at('/one'));
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(screen.getByText('An unexpected error occurred. Please try refreshing the page.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
    broken = false;
    rerender(at('/two'));
    expect(screen.getByText('all is well')).toBeVisible();
  });
});
