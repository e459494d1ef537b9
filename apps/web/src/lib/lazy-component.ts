import { type ComponentType, createElement, lazy } from 'react';

/** The code of a part of the product could not be fetched; the part itself is not at fault. */
export class CodeLoadError extends Error {
  override readonly name = 'CodeLoadError';
}

const failed = new Set<() => void>();

/** Lets every component whose code could not be fetched try again at its next render. */
export function retryFailedLoads(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * A component whose code is fetched when it is first rendered, below a `Suspense`. Unlike with `React.lazy`, a failure
 * is not final: {@link retryFailedLoads} forgets it.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        failed.add(() => (Loaded = attempt()));
        throw new CodeLoadError('A part of the page could not be fetched', { cause });
      }
    });
  // `lazy` keeps a failure for ever, so another attempt needs another one.
  let Loaded = attempt();

  return function LazyComponent(props: Props) {
    return createElement(Loaded as ComponentType<Props>, props);
  };
}
