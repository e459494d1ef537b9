/** Longer than between the taps of a double tap, shorter than a decision. */
const GUARDED_MS = 600;

/** A second tap is rarely on the same pixel. */
const AROUND_PX = 8;

let used: { place: DOMRect; at: number; guardsAll: boolean } | undefined;

/**
 * After a tap on a button that sends something, its place ignores taps on such buttons for a moment, and after one
 * with `data-decisive` all taps: a double tap is one decision, whatever appears there meanwhile, such as "Undo" in the
 * place of "Approve". Keys are not affected.
 */
function onClick(event: MouseEvent): void {
  // A click by a key has no place.
  if (event.detail === 0) return;
  const now = performance.now();
  const button = event.target instanceof Element ? decisiveButtonAt(event.target) : null;
  const isGuarded = used !== undefined && (used.guardsAll || button !== null);
  if (used && isGuarded && now - used.at < GUARDED_MS && contains(used.place, event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  // After a tap elsewhere, the next one is not the second half of a double tap.
  used = undefined;
  if (!button || button.getAttribute('aria-disabled') === 'true') return;
  const place = button.getBoundingClientRect();
  if (place.width > 0) used = { place, at: now, guardsAll: button.hasAttribute('data-decisive') };
}

/** A button with `data-decisive`, or one of MUI that can be `loading`, which sends something. */
function decisiveButtonAt(target: Element): Element | null {
  const sending = target.closest('.MuiButton-root, .MuiIconButton-root');
  const canLoad = sending?.querySelector('.MuiButton-loadingWrapper, .MuiIconButton-loadingWrapper');
  return target.closest('[data-decisive]') ?? (canLoad ? sending : null);
}

/** Typing between two taps makes them two decisions, such as after a code was refused. */
function onInput(): void {
  used = undefined;
}

function contains({ left, right, top, bottom }: DOMRect, { clientX, clientY }: MouseEvent): boolean {
  const insideX = clientX >= left - AROUND_PX && clientX <= right + AROUND_PX;
  return insideX && clientY >= top - AROUND_PX && clientY <= bottom + AROUND_PX;
}

export const tapGuard = {
  /** Hears of each click before anything else does. */
  listen(target: Window = window): () => void {
    target.addEventListener('click', onClick, { capture: true });
    target.addEventListener('input', onInput, { capture: true });
    return () => {
      target.removeEventListener('click', onClick, { capture: true });
      target.removeEventListener('input', onInput, { capture: true });
    };
  },
};
