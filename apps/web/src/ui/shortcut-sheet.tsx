import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { printed } from './printed-keys';

type ShortcutSheetProps = {
  open: boolean;
  shortcuts: readonly { keys: readonly string[]; effect: string }[];
  onClose: () => void;
};

/** What every shortcut of the screen does. */
export function ShortcutSheet({ open, shortcuts, onClose }: ShortcutSheetProps) {
  const id = useId();
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <List>
          {shortcuts.map(({ keys, effect }) => (
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
        <Button variant="contained" autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const List = styled('dl')(({ theme }) => ({
  margin: 0,
  '& > div': { display: 'flex', gap: 16, padding: '6px 0', alignItems: 'baseline' },
  '& dt': { display: 'flex', flexWrap: 'wrap', gap: 6, width: 96, flexShrink: 0 },
  '& dd': { margin: 0 },
  '& kbd': {
    padding: '1px 6px',
    fontFamily: 'inherit',
    fontSize: '0.75rem',
    borderRadius: 4,
    border: `1px solid ${theme.vars.palette.divider}`,
  },
}));
