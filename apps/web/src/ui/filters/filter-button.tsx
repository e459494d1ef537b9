import ExpandMore from '@mui/icons-material/ExpandMoreOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import Popover from '@mui/material/Popover';
import { type ReactNode, useState } from 'react';

type FilterButtonProps = {
  label: string;
  /** On the button, in the place of the label. */
  text?: string;
  /** A menu of choices, or fields to be filled. */
  opens: 'menu' | 'dialog';
  children: ReactNode;
};

/** A filter behind a button. */
export function FilterButton({ label, text = label, opens, children }: FilterButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = { anchorEl: anchor, open: anchor !== null, onClose: () => setAnchor(null) };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        endIcon={<ExpandMore />}
        aria-label={text === label ? undefined : label}
        aria-haspopup={opens}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {text}
      </Button>
      {opens === 'menu' ? (
        <Menu {...opened} slotProps={{ paper: { sx: { maxHeight: 480 } } }}>
          {children}
        </Menu>
      ) : (
        <Popover
          {...opened}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: popoverStyle } }}
        >
          {children}
        </Popover>
      )}
    </>
  );
}

const popoverStyle = { p: 4, width: 340, maxWidth: '100%', borderRadius: '10px', border: 1, borderColor: 'divider' };
