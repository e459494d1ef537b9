import MoreHoriz from '@mui/icons-material/MoreHorizOutlined';
import IconButton from '@mui/material/IconButton';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type MouseEvent, useId, useState } from 'react';

export type ActionEntry = {
  label: string;
  onSelect: () => void;
  /** Why it cannot be chosen now, and who may; it stays where it is and says so, on any kind of screen. */
  lockedBecause?: string;
};

type ActionMenuProps = {
  /** What the actions are for: `Actions for Salt Lake`. */
  label: string;
  entries: readonly ActionEntry[];
};

/** What can be done with one thing, behind three dots. */
export function ActionMenu({ label, entries }: ActionMenuProps) {
  const id = useId();
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
        {entries.map(({ label: words, onSelect, lockedBecause }, index) => (
          <MenuItem
            key={words}
            aria-disabled={lockedBecause !== undefined}
            aria-labelledby={`${id}-${index}-label`}
            aria-describedby={lockedBecause === undefined ? undefined : `${id}-${index}-reason`}
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
              slotProps={{
                primary: { variant: 'body1', id: `${id}-${index}-label` },
                secondary: { variant: 'caption', id: `${id}-${index}-reason` },
              }}
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
