import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useEffect, useEffectEvent, useId, useState } from 'react';

/** Where letters are typed. */
const TYPING = `input:not(${['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image']
  .map((type) => `[type="${type}"]`)
  .join()}), textarea, select, [contenteditable="true"], [role="menu"]`;

/** Where arrow keys choose something else than the next item. */
const BY_ARROWS = 'input[type="radio"], input[type="range"], [role="radiogroup"], [role="tablist"], [role="slider"]';
const DIALOG = '[role="dialog"], [role="alertdialog"]';

export type Shortcut = {
  /** As in `KeyboardEvent.key`, in lower case: `j`, `arrowdown`, `shift+a`, `?`. */
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

/** Shortcuts of the screen, listed in the help sheet; silent while somebody types or a dialog is open. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const read = useEffectEvent(() => shortcuts);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    if (document.querySelector(DIALOG)) return;
    const key = event.key.toLowerCase();
    if (key.startsWith('arrow') && event.target instanceof Element && event.target.closest(BY_ARROWS)) return;
    const pressed = event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key;
    const shortcut = shortcuts.find(({ keys }) => keys.includes(pressed));
    if (!shortcut || (event.repeat && !shortcut.repeats)) return;
    event.preventDefault();
    shortcut.run();
  });
  useEffect(() => {
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
  const id = useId();
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
  const close = () => setOpen(false);
  return (
    <Dialog open={open} onClose={close} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <List>
          {listed.map(({ keys, effect }) => (
            <div key={effect}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{printed(key)}</kbd>
                ))}
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={close}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const names: Readonly<Record<string, string>> = { arrowdown: '↓', arrowup: '↑', escape: 'Esc' };

/** As on a keyboard: `Shift+A`. */
function printed(key: string): string {
  return key
    .split('+')
    .map((part) => names[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
    .join('+');
}

const List = styled('dl')(({ theme }) => ({
  margin: 0,
  '& > div': { display: 'flex', gap: 16, padding: '6px 0', alignItems: 'baseline' },
  '& dt': { display: 'flex', gap: 6, width: 96, flexShrink: 0 },
  '& dd': { margin: 0 },
  '& kbd': {
    padding: '1px 6px',
    fontFamily: 'inherit',
    fontSize: '0.75rem',
    borderRadius: 4,
    border: `1px solid ${theme.vars.palette.divider}`,
  },
}));
