import { styled } from '@mui/material/styles';

/**
 * The parts of one document as a table, and on a phone as cards. Each row begins with a `th`; cells say in `data-label`
 * what they are on a phone, numbers are marked with `data-number`, a marked row with `data-marked`, and the cell of the
 * menu with `data-actions`.
 */
export const DetailTable = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    padding: '10px 12px 10px 0',
    textAlign: 'left',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    overflowWrap: 'anywhere',
  },
  '& thead th': { fontWeight: 500, color: theme.vars.palette.text.secondary },
  '& thead span': { fontSize: 0 },
  '& tbody th': { fontWeight: 500 },
  '& tr:last-child > *': { borderBottom: 0 },
  '& tr > :last-child': { paddingRight: 0 },
  '& [data-actions]': { width: 40, textAlign: 'right' },
  '& [data-marked]': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 4, borderRadius: 4 },
  [theme.breakpoints.up('sm')]: {
    '& [data-number]': { textAlign: 'right' },
    '& [data-number] + :not([data-number], [data-actions])': { paddingLeft: 24 },
  },
  [theme.breakpoints.down('sm')]: {
    '& thead': { display: 'none' },
    '&, & tbody': { display: 'block' },
    '& tbody tr': {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: '1fr 1fr',
      gap: '8px 16px',
      padding: '14px 0',
      borderBottom: `1px solid ${theme.vars.palette.divider}`,
    },
    '& tbody tr:last-child': { borderBottom: 0 },
    '& tbody > tr > :is(th, td)': { padding: 0, border: 0 },
    '& tbody th': { gridColumn: '1 / -1', fontSize: '0.9375rem' },
    '& tbody tr:has([data-actions]) th': { paddingRight: 40 },
    '& td[data-label]::before': {
      content: 'attr(data-label)',
      display: 'block',
      fontSize: '0.75rem',
      color: theme.vars.palette.text.secondary,
    },
    '& [data-actions]': { position: 'absolute', top: 8, right: 0, width: 'auto' },
  },
}));
