import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  isValidElement,
  lazy,
  type ReactNode,
  useState,
} from 'react';
import { appUpdate } from './app-update';

/** The code of a part of the product could not be fetched; the part itself is not at fault. */
export class CodeLoadError extends Error {
  override readonly name = 'CodeLoadError';
}

/** A component that is fetched when it is needed, or earlier by `preload`. */
export type LazyComponent<Props> = FunctionComponent<Props> & { preload: () => Promise<void> };

/** Fetches the code of an element before it is rendered, where it is one of a {@link lazyComponent}. */
export async function preloadElement(element: ReactNode): Promise<void> {
  if (isValidElement(element) && typeof element.type === 'function' && 'preload' in element.type) {
    await (element.type as LazyComponent<object>).preload();
  }
}

const failed = new Set<() => void>();

/** Lets every component whose code could not be fetched try again at its next render. */
export function retryFailedLoads(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * A component whose code is fetched when it is first rendered, below a `Suspense`. Unlike with `React.lazy`, a failure
 * is not final: {@link retryFailedLoads} forgets it. Where a newer version has replaced the code, it is loaded instead.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchCode = async () => (loaded = await load());
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: await fetchCode() };
      } catch (cause) {
        if (await appUpdate.loadIfReplaced()) return await new Promise<never>(() => undefined);
        failed.add(() => (Loaded = attempt()));
        throw new CodeLoadError("Couldn't load part of the page", { cause });
      }
    });
  // `lazy` keeps a failure for ever, so another attempt needs another one.
  let Loaded = attempt();

  function LazyComponent(props: Props) {
    // `lazy` shows the fallback even for code that is there, and React then keeps that for 300 ms.
    const [Current] = useState(() => loaded ?? (Loaded as ComponentType<Props>));
    return createElement(Current, props);
  }
  return Object.assign(LazyComponent, {
    // A failure is reported when the component is rendered, which tries again.
    preload: () =>
      fetchCode().then(
        () => undefined,
        () => undefined,
      ),
  });
}
