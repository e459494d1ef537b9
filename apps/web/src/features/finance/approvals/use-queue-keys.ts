import { useEffect, useEffectEvent } from 'react';

/** Where keys have a meaning of their own. */
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"]';
const DIALOG = '[role="dialog"], [role="alertdialog"]';

type Deed = {
  run: () => void;
  /** Also while the key is held down. */
  repeats?: true;
};

/** Keys of the whole page, as `j`, `arrowdown`, `shift+a` or `?`; silent while something is typed or a dialog is open. */
export function useQueueKeys(deeds: Record<string, Deed | undefined>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    if (document.querySelector(DIALOG)) return;
    const key = event.key.toLowerCase();
    const deed = deeds[event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key];
    if (!deed || (event.repeat && !deed.repeats)) return;
    event.preventDefault();
    deed.run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
