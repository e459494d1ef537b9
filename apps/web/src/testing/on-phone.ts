import { onTestFinished, vi } from 'vitest';

/** Makes the window as narrow as a phone, or as wide as given, until the test ends. */
export function onPhone(width = 390): void {
  const deaf = {
    addListener: vi.fn(),
    removeListener: vi.fn(),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  };
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width:([\d.]+)px/.exec(query)?.[1] ?? -1),
    ...deaf,
  }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}
