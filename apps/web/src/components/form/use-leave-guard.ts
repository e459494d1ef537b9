import { useEffect, useEffectEvent } from 'react';

/**
 * Keeps unsaved work from being lost: while `active`, closing the window asks in the browser's words, and the back and
 * forward buttons stay on the page and call `onLeave`, which asks in ours.
 */
export function useLeaveGuard(active: boolean, onLeave: () => void): void {
  const ask = useEffectEvent(onLeave);
  useEffect(() => {
    if (!active) return;
    const here = positionInHistory();
    let returning = false;

    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Before the router hears of it: the step is taken back, and neither step is told to anyone.
    const onPopState = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      if (returning) {
        returning = false;
        return;
      }
      returning = true;
      window.history.go(here - positionInHistory());
      ask();
    };

    window.addEventListener('beforeunload', onBeforeUnload);
    window.addEventListener('popstate', onPopState, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
      window.removeEventListener('popstate', onPopState, { capture: true });
    };
  }, [active]);
}

/** The router numbers its entries; an entry that is not the router's lies before them all. */
function positionInHistory(): number {
  const state = window.history.state as { idx?: number } | null;
  return state?.idx ?? -1;
}
