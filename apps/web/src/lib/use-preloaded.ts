import { useEffect } from 'react';
import type { LazyComponent } from './lazy-component';

/** Browsers without `requestIdleCallback` have usually finished the page by then. */
const IDLE_AFTER_MS = 1_500;

/** Fetches the code of a component once the page has nothing else to do. */
export function usePreloaded(component: object | undefined): void {
  useEffect(() => {
    if (!component || !('preload' in component)) return;
    const preload = () => void (component as Pick<LazyComponent<object>, 'preload'>).preload();
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(preload, IDLE_AFTER_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(preload);
    return () => cancelIdleCallback(handle);
  }, [component]);
}
