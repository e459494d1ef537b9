import MoreHoriz from '@mui/icons-material/MoreHorizOutlined';
import IconButton from '@mui/material/IconButton';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type MouseEvent, useState } from 'react';

export type ActionEntry = {
  label: string;
  onSelect: () => void;
  /** Why it cannot be chosen now; it stays where it is and says so. */
  lockedBecause?: string;
};

type ActionMenuProps = {
  /** What the actions are for: `Actions for Salt Lake`. */
  label: string;
  entries: readonly ActionEntry[];
};

/** What can be done with one thing, behind three dots. */
export function ActionMenu({ label, entries }: ActionMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // The menu lives inside a row that opens when it is clicked.
  const keepFromRow = (event: MouseEvent) => event.stopPropagation();
  return (
    <span role="presentation" onClick={keepFromRow}>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreHoriz />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {entries.map(({ label: words, onSelect, lockedBecause }) => (
          <MenuItem
            key={words}
            aria-disabled={lockedBecause !== undefined}
            onClick={() => {
              if (lockedBecause !== undefined) return;
              setAnchor(null);
              onSelect();
            }}
            sx={lockedBecause === undefined ? undefined : lockedStyle}
          >
            <ListItemText
              primary={words}
              secondary={lockedBecause}
              slotProps={{ primary: { variant: 'body1' }, secondary: { variant: 'caption' } }}
            />
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}

const lockedStyle = {
  cursor: 'not-allowed',
  '& .MuiListItemText-primary': { color: 'text.secondary' },
  '& .MuiListItemText-secondary': { whiteSpace: 'normal', maxWidth: 260 },
};
