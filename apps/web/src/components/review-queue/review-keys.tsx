import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useEffect, useEffectEvent, useId } from 'react';

/** Where keys have a meaning of their own. */
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"]';
const DIALOG = '[role="dialog"], [role="alertdialog"]';

type Shortcut = {
  run: () => void;
  /** Also while the key is held down. */
  repeats?: true;
};

/** Shortcuts of the whole page, such as `j`, `arrowdown`, `shift+a` or `?`; silent while somebody types or a dialog is open. */
export function useShortcuts(shortcuts: Record<string, Shortcut | undefined>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    if (document.querySelector(DIALOG)) return;
    const key = event.key.toLowerCase();
    const shortcut = shortcuts[event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key];
    if (!shortcut || (event.repeat && !shortcut.repeats)) return;
    event.preventDefault();
    shortcut.run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

type ShortcutsDialogProps = { noun: string; plural: string; onClose: () => void };

/** The shortcuts of a review queue. */
export function ShortcutsDialog({ noun, plural, onClose }: ShortcutsDialogProps) {
  const id = useId();
  const shortcuts = [
    { keys: ['J', '↓'], effect: `Next ${noun}` },
    { keys: ['K', '↑'], effect: `Previous ${noun}` },
    { keys: ['A'], effect: `Approve the ${noun}` },
    { keys: ['R'], effect: `Reject the ${noun}, with a reason` },
    { keys: ['X'], effect: `Select the ${noun}, or remove it from the selection` },
    { keys: ['Shift+A'], effect: `Approve the selected ${plural}` },
    { keys: ['?'], effect: 'Show the keyboard shortcuts' },
  ];
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <Shortcuts>
          {shortcuts.map(({ keys, effect }) => (
            <div key={effect}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </Shortcuts>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Shortcuts = styled('dl')(({ theme }) => ({
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
