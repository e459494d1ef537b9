import { styled } from '@mui/material/styles';
import { AppDialog } from './app-dialog';
import { printed } from './printed-keys';

type ShortcutSheetProps = {
  open: boolean;
  shortcuts: readonly { keys: readonly string[]; effect: string }[];
  onClose: () => void;
};

/** What every shortcut of the screen does. */
export function ShortcutSheet({ open, shortcuts, onClose }: ShortcutSheetProps) {
  return (
    <AppDialog open={open} onClose={onClose} title="Keyboard shortcuts">
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
    </AppDialog>
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
