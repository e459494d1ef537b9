import { onTestFinished, vi } from 'vitest';

/** Makes the window as narrow as a phone until the test ends. */
export function onPhone(): void {
  const deaf = {
    addListener: vi.fn(),
    removeListener: vi.fn(),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  };
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('max-width'), ...deaf }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}
