/** What lies above the page: menus, popovers, dialogs and drawers. All of them are built on MUI's modal. */
const LAYER = '.MuiModal-root:not(.MuiModal-hidden)';

/** In the order in which they opened, closing ones included. */
export function openLayers(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(LAYER)];
}

/** The layer that the person works in: the only one that MUI does not hide from assistive technology. */
export function topmostLayer(): HTMLElement | undefined {
  return openLayers().findLast((layer) => layer.getAttribute('aria-hidden') !== 'true');
}

/** Closes a layer as Escape does: one with unsaved work asks, and one that cannot be closed stays. */
export function closeLayer(layer: HTMLElement): void {
  layer.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
}

/** Says which button Ctrl+Enter presses in a layer without a form, and Ctrl+Shift+Enter in any. */
export type SendKey = 'enter' | 'shift+enter';

/** Ctrl+Enter sends the topmost layer, wherever the focus is inside it. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return;
  const layer = topmostLayer();
  const button = (key: SendKey) => layer?.querySelector<HTMLButtonElement>(`button[data-send-key="${key}"]`);
  const also = event.shiftKey ? button('shift+enter') : undefined;
  const form = layer?.querySelector('form');
  if (also) also.click();
  else if (form) form.requestSubmit();
  else button('enter')?.click();
}

export const layers = {
  listen(target: Window = window): () => void {
    target.addEventListener('keydown', onKeyDown);
    return () => target.removeEventListener('keydown', onKeyDown);
  },
};
