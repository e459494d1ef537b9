import { styled } from '@mui/material/styles';
import { touchTarget } from './touch-target';

/** A name and, at the other end of the line, something short. Where they have no room beside each other, it follows. */
export const Spread = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  gap: '4px 12px',
  // The name is broken into lines, but not into letters.
  '& > :not(:last-child)': { flex: '1 1 8em', minWidth: 0, overflowWrap: 'anywhere' },
  '& > a': { position: 'relative', ...touchTarget },
});
