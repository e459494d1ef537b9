import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useId } from 'react';

const keys = [
  { names: ['J', '↓'], does: 'Next entry' },
  { names: ['K', '↑'], does: 'Previous entry' },
  { names: ['A'], does: 'Approve the entry' },
  { names: ['R'], does: 'Reject the entry, with a reason' },
  { names: ['X'], does: 'Select the entry, or take it out of the selection' },
  { names: ['Shift+A'], does: 'Approve the selected entries' },
  { names: ['?'], does: 'Show these keys' },
];

/** The keys of the queue. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Keys</DialogTitle>
      <DialogContent>
        <Keys>
          {keys.map(({ names, does }) => (
            <div key={does}>
              <dt>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </Keys>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Keys = styled('dl')(({ theme }) => ({
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
