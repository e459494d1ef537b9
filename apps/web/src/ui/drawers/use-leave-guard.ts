import { useEffect, useEffectEvent } from 'react';
import { historyGuard } from '../../lib/history-guard';
import { type Ask, askBeforeLeaving } from '../../lib/leave-page';

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

    const stopAsking = askBeforeLeaving(askToLeave);
    const stop = historyGuard.add((step) => {
      historyGuard.takeBack(step, () => ask(() => historyGuard.leave(step.by)));
    });
    window.addEventListener('beforeunload', onBeforeUnload);
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      stop();
      stopAsking();
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
