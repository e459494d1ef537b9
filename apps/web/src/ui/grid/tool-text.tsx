import { styled } from '@mui/material/styles';

/** A button beside the filters. */
export const toolStyle = { minWidth: { xs: 44, sm: 36 }, px: { xs: 2, xl: 3 } };

/** The text of such a button; where the filters need the room, it is the icon alone, and needs an `aria-label`. */
export const ToolText = styled('span')(({ theme }) => ({
  marginLeft: 8,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  [theme.breakpoints.down('xl')]: { display: 'none' },
}));
