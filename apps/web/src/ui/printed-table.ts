import { styled } from '@mui/material/styles';

/** A table of a printed document. Cells of class `figure` are amounts and quantities, those of class `code` are codes. */
export const PrintedTable = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th, & td': {
    padding: '6px 12px 6px 0',
    textAlign: 'left',
    verticalAlign: 'top',
    fontWeight: 400,
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& thead th': { fontSize: '0.75rem', fontWeight: 600, color: theme.vars.palette.text.secondary },
  '& tfoot th, & tfoot td': { fontWeight: 600 },
  '& .figure': { textAlign: 'right', whiteSpace: 'nowrap', paddingRight: 0, paddingLeft: 12 },
  '& .code': { whiteSpace: 'nowrap' },
  '& tr': { breakInside: 'avoid' },
  // On a phone, the code stands below the name, and the amounts have room beside it.
  [theme.breakpoints.down('sm')]: {
    fontSize: '0.8125rem',
    '& th, & td': { paddingRight: 8 },
    '& .figure': { paddingLeft: 8 },
    '& .code': { display: 'none' },
    '& [data-code]::after': {
      content: 'attr(data-code)',
      display: 'block',
      fontSize: '0.75rem',
      color: theme.vars.palette.text.secondary,
    },
  },
}));
