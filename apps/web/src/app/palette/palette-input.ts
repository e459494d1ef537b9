import { styled } from '@mui/material/styles';

/** As long as the contract allows a search to be. */
export const MAX_LENGTH = 100;

/** What is typed. It stands in the dialog before the rest of the palette has been loaded, so that no letter is lost. */
export const PaletteInput = styled('input')(({ theme }) => ({
  ...theme.typography.body1,
  flex: 1,
  minWidth: 0,
  height: 48,
  padding: 0,
  border: 0,
  outline: 'none',
  color: 'inherit',
  background: 'none',
  // Smaller letters make a phone zoom in.
  fontSize: '1rem',
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
}));
