import Button, { type ButtonProps } from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** A button beside the filters. */
export const toolStyle = { minWidth: { xs: 44, sm: 36 }, px: { xs: 2, xl: 3 }, maxWidth: 240 };

/** The text of such a button; where the filters need the room, it is the icon alone, and needs an `aria-label`. */
export const ToolText = styled('span')(({ theme }) => ({
  marginLeft: 8,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  [theme.breakpoints.down('xl')]: { display: 'none' },
}));

type ToolButtonProps = Pick<ButtonProps, 'disabled' | 'onClick'> & { icon: ReactNode; label: string };

/** Opens a menu beside the filters. */
export function ToolButton({ icon, label, ...props }: ToolButtonProps) {
  return (
    <Button
      {...props}
      variant="outlined"
      color="inherit"
      aria-haspopup="menu"
      title={label}
      aria-label={label}
      sx={toolStyle}
    >
      {icon}
      <ToolText>{label}</ToolText>
    </Button>
  );
}
