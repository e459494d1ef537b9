import { historyGuard } from './history-guard';

/**
 * An installed app is left by the back button on the first entry of its history, whatever is open, and nothing can keep
 * it from that. Therefore, the first entry is doubled: a step back then arrives at it, and the next one leaves. This
 * waits for a tap or key, as browsers pass over entries that a page adds by itself.
 * @returns the way to stop.
 */
export function doubleFirstEntry(target: Window = window): () => void {
  const { history } = target;
  if (!target.matchMedia('(display-mode: standalone)').matches) return () => undefined;
  const onInput = () => {
    const state = history.state as object | null;
    // Without a state, it is the entry that this has left behind.
    if (history.length > 1 && state !== null) return;
    history.replaceState(null, '');
    history.pushState(state ?? { idx: 0 }, '');
    historyGuard.arrive();
  };
  const inputs = ['pointerup', 'keydown'] as const;
  for (const input of inputs) target.addEventListener(input, onInput, { capture: true });
  return () => {
    for (const input of inputs) target.removeEventListener(input, onInput, { capture: true });
  };
}
