import { styled } from '@mui/material/styles';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';

/** The name of a row as a link, so that the browser can open the row in another tab. */
export const RowLink = styled(Link)({
  display: 'block',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
});

/** A plain click is the row's; any other, such as with Ctrl, is the browser's alone. */
export function leaveToRow(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) event.stopPropagation();
  else event.preventDefault();
}
