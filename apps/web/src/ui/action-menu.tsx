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
  disabledReason?: string;
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
  if (entries.length === 0) return null;
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
        {entries.map(({ label, onSelect, disabledReason }, index) => (
          <MenuItem
            key={label}
            aria-disabled={disabledReason !== undefined}
            aria-labelledby={`${id}-${index}-label`}
            aria-describedby={disabledReason === undefined ? undefined : `${id}-${index}-reason`}
            onClick={() => {
              if (disabledReason !== undefined) return;
              setAnchor(null);
              onSelect();
            }}
            sx={disabledReason === undefined ? undefined : disabledStyle}
          >
            <ListItemText
              primary={label}
              secondary={disabledReason}
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

const disabledStyle = {
  cursor: 'not-allowed',
  '& .MuiListItemText-primary': { color: 'text.secondary' },
  '& .MuiListItemText-secondary': { whiteSpace: 'normal', maxWidth: 260 },
};
