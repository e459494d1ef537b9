import Close from '@mui/icons-material/CloseOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '4px 8px 4px 16px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > svg': { color: theme.vars.palette.text.secondary },
}));

/** The box of the palette, and the way out. */
export function PaletteHead({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Row>
      <Search fontSize="small" />
      {children}
      <IconButton aria-label="Close" onClick={onClose}>
        <Close fontSize="small" />
      </IconButton>
    </Row>
  );
}
