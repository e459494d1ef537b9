import { useEffect, useEffectEvent } from 'react';
import { historyGuard } from '../../lib/history-guard';

type Ask = (leave: () => void) => void;

/** Who asks before the page is left; the latest last. */
const asking: Ask[] = [];

/** Leaves the page for another one, after the question where something would be lost. */
export function leavePage(leave: () => void): void {
  const ask = asking.at(-1);
  if (ask) ask(leave);
  else leave();
}

/**
 * Keeps unsaved work from being lost: while `active`, closing the window asks in the browser's words; the back and
 * forward buttons and the links of the page stay where they are and call `onLeave`, which asks in ours. Once the
 * person has agreed, `leave` goes where they wanted to go.
 */
export function useLeaveGuard(active: boolean, onLeave: Ask): void {
  const ask = useEffectEvent(onLeave);
  useEffect(() => {
    if (!active) return;
    let agreed = false;
    const askToLeave: Ask = (leave) =>
      ask(() => {
        agreed = true;
        leave();
      });

    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (agreed || !link || !leadsAway(link, event)) return;
      event.preventDefault();
      event.stopPropagation();
      askToLeave(() => link.click());
    };

    asking.push(askToLeave);
    const stop = historyGuard.add((step) => {
      historyGuard.takeBack(step);
      ask(() => historyGuard.leave(step.by));
    });
    window.addEventListener('beforeunload', onBeforeUnload);
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      stop();
      asking.splice(asking.lastIndexOf(askToLeave), 1);
      window.removeEventListener('beforeunload', onBeforeUnload);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [active]);
}

/** Whether a click on the link takes this very window to another page of the product. */
function leadsAway(link: HTMLAnchorElement, { button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const elsewhere = link.target !== '' && link.target !== '_self';
  if (button !== 0 || ctrlKey || metaKey || shiftKey || elsewhere || link.hasAttribute('download')) return false;
  return link.origin === window.location.origin && link.pathname !== window.location.pathname;
}
