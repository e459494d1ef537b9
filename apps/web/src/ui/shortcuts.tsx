import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { lazyPart } from './lazy-part';

const ShortcutSheet = lazyPart(async () => (await import('./shortcut-sheet')).ShortcutSheet);

/** Where letters are typed. */
const TYPING = `input:not(${['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image']
  .map((type) => `[type="${type}"]`)
  .join()}), textarea, select, [contenteditable="true"], [role="menu"]`;

/** Where arrow keys choose something else than the next item. */
const BY_ARROWS = 'input[type="radio"], input[type="range"], [role="radiogroup"], [role="tablist"], [role="slider"]';
const DIALOG = '[role="dialog"], [role="alertdialog"]';

export type Shortcut = {
  /**
   * As in `KeyboardEvent.key`, in lower case: `j`, `arrowdown`, `shift+a`, `?`; `g f` for one key after the other. One
   * with `ctrl+`, which is also ⌘, works wherever the focus is, also above a page, and `run` decides.
   */
  keys: readonly string[];
  /** For the help sheet: `Approve the entry`. */
  effect: string;
  run: () => void;
  /** Also while the key is held down. */
  repeats?: true;
};

/** What every screen that is shown offers, for the help sheet. */
const offered = new Set<() => readonly Shortcut[]>();
let openHelp: (() => void) | undefined;

/** Opens the sheet that lists the shortcuts of the screen. */
export const showShortcuts = () => openHelp?.();

/** How long after the first of two keys the second may follow. */
const SECOND_KEY_WITHIN_MS = 1_500;

/** The keys with which combinations of two begin. */
const FIRST_KEYS = ['g'];

let last: { event: KeyboardEvent; pressed: string } | undefined;

/** What was pressed, as shortcuts name it; the same for everyone who asks about an event. */
function pressedBy(event: KeyboardEvent): string {
  if (last?.event === event) return last.pressed;
  const key = event.key.toLowerCase();
  const pressed = event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key;
  const isSecond =
    last && FIRST_KEYS.includes(last.pressed) && event.timeStamp - last.event.timeStamp < SECOND_KEY_WITHIN_MS;
  last = { event, pressed: isSecond ? `${last?.pressed} ${pressed}` : pressed };
  return last.pressed;
}

/** Whether the key goes to what has the focus, or to what is open above the page. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  return (target instanceof Element && target.closest(TYPING) !== null) || document.querySelector(DIALOG) !== null;
}

/** Shortcuts of the screen, listed in the help sheet; silent while someone types or a dialog is open. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const read = useEffectEvent(() => shortcuts);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand ? event.shiftKey : isElsewhere(event)) return;
    const key = event.key.toLowerCase();
    if (key.startsWith('arrow') && event.target instanceof Element && event.target.closest(BY_ARROWS)) return;
    const pressed = isCommand ? `ctrl+${key}` : pressedBy(event);
    const shortcut = shortcuts.find(({ keys }) => keys.includes(pressed));
    if (!shortcut || (event.repeat && !shortcut.repeats)) return;
    event.preventDefault();
    shortcut.run();
  });
  // A key that is pressed as soon as the screen is visible counts as well.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    const list = () => read();
    offered.add(list);
    document.addEventListener('keydown', listen);
    return () => {
      offered.delete(list);
      document.removeEventListener('keydown', listen);
    };
  }, []);
}

/** Those of everything that is open above a page. */
const ofForms = [
  { keys: ['ctrl+enter'], effect: 'Send the open form' },
  { keys: ['escape'], effect: 'Close what is open; unsaved work is asked about' },
];

/** The help sheet: every shortcut of the screen that is shown. Rendered once, around all pages. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  const [listed, setListed] = useState<readonly Pick<Shortcut, 'keys' | 'effect'>[]>([]);
  const show = () => {
    const all = [...[...offered].flatMap((list) => list()), ...ofForms];
    setListed(all.filter(({ effect }, index) => all.findIndex((other) => other.effect === effect) === index));
    setOpen(true);
  };
  const showNow = useEffectEvent(show);
  useEffect(() => {
    const opener = () => showNow();
    openHelp = opener;
    return () => {
      if (openHelp === opener) openHelp = undefined;
    };
  }, []);
  useShortcuts([{ keys: ['?'], effect: 'Show the keyboard shortcuts', run: show }]);
  return (
    listed.length > 0 && (
      <Suspense fallback={null}>
        <ShortcutSheet open={open} shortcuts={listed} onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
