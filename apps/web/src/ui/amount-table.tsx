import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { visuallyHidden } from './visually-hidden';

/** A table of amounts that scrolls within its card, with the keyboard as well; its heads and totals stay in sight. */
export function AmountTable({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Scroller role="group" aria-label={title} tabIndex={0}>
      {children}
    </Scroller>
  );
}

/** Style of a page whose table is too wide for upright paper. */
export const landscape = { '@media print': { '@page': { size: 'A4 landscape', margin: '8mm' } } };

const Scroller = styled('div')(({ theme }) => ({
  overflow: 'auto',
  maxHeight: 'max(480px, calc(100dvh - 160px))',
  '& table': {
    width: '100%',
    // Collapsed borders would not move with a sticky cell.
    borderCollapse: 'separate',
    borderSpacing: 0,
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
  },
  '& caption': visuallyHidden,
  '& th, & td': {
    padding: '10px 12px',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& th:first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    textAlign: 'left',
    paddingLeft: 0,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& thead th, & tfoot :is(th, td)': {
    position: 'sticky',
    backgroundColor: theme.vars.palette.background.paper,
    '&:first-of-type': { zIndex: 2 },
  },
  '& thead th': { top: 0 },
  '& tfoot :is(th, td)': { bottom: 0 },
  '& thead th, & thead th:first-of-type': { fontWeight: 500, color: theme.vars.palette.text.secondary },
  // Long names wrap before the table has to scroll.
  '& tbody th': { fontWeight: 400, whiteSpace: 'normal', minWidth: 144 },
  '& tfoot th, & tfoot td': { fontWeight: 600, borderBottom: 0 },
  '& td:last-child, & th:last-child': { paddingRight: 0 },
  '@media print': {
    overflow: 'visible',
    maxHeight: 'none',
    '& th, & tfoot td': { position: 'static' },
    '& table': { fontSize: '9pt' },
    '& th, & td': { padding: '3pt 6pt', borderColor: '#bbb' },
    '& thead': { display: 'table-header-group' },
    // Once, at the end; a footer is repeated on each page.
    '& tfoot': { display: 'table-row-group' },
    '& tr': { breakInside: 'avoid' },
  },
}));
