import type { Theme } from '@mui/material/styles';

/** The grid in the product's look: hairlines, no boxes, figures that stand below each other. */
export const gridStyle = (theme: Theme) => ({
  '--DataGrid-t-color-border-base': theme.vars.palette.divider,
  '--DataGrid-t-header-background-base': theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: '12px',
  backgroundColor: theme.vars.palette.background.paper,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  overflow: 'hidden',
  '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 500, color: theme.vars.palette.text.secondary },
  '& .MuiDataGrid-columnSeparator': { display: 'none' },
  '& .MuiDataGrid-cell:focus, & .MuiDataGrid-columnHeader:focus': { outline: 'none' },
  '& .MuiDataGrid-cell:focus-visible, & .MuiDataGrid-columnHeader:focus-visible': {
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    outlineOffset: -2,
    borderRadius: '4px',
  },
  '& .MuiDataGrid-footerContainer': { minHeight: 48 },
  '& .MuiTablePagination-root': { fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
  '& .MuiTablePagination-selectLabel, & .MuiTablePagination-displayedRows': { fontSize: 'inherit' },
  '& .MuiLinearProgress-root': { height: 2 },
  // Old rows stay readable while new ones come.
  '& .MuiDataGrid-overlay': { backgroundColor: 'transparent' },
  '&.compact .two-lines': { display: 'flex', gap: '6px', alignItems: 'baseline' },
  '&.compact .two-lines > :first-of-type': { flexShrink: 0, maxWidth: '100%' },
  '&.compact .MuiIconButton-root': { width: 24, height: 24, padding: 0 },
  '&.compact .MuiAvatar-root': { width: 20, height: 20, fontSize: 9 },
  '&.opens-rows .MuiDataGrid-row': { cursor: 'pointer' },
});
