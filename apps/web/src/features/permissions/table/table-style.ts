import type { Theme } from '@mui/material/styles';
import { tint } from '../../../ui/tint';

/** Hairlines and space; the people stay in sight while the permissions scroll, and the permissions while the people do. */
export const tableStyle = (theme: Theme) => {
  const { palette } = theme.vars;
  const surface = palette.background.paper;
  const hairline = `1px solid ${palette.divider}`;
  return {
    width: 'fit-content',
    maxWidth: '100%',
    boxSizing: 'border-box',
    overflow: 'auto',
    maxHeight: 'calc(100dvh - 120px)',
    border: hairline,
    borderRadius: '12px',
    backgroundColor: surface,
    '& table': { borderCollapse: 'separate', borderSpacing: 0, fontSize: '0.8125rem' },
    '& th': { fontWeight: 500, textAlign: 'left', backgroundColor: surface },
    '& thead th': { position: 'sticky', top: 0, zIndex: 2, borderBottom: hairline, color: palette.text.secondary },
    '& thead tr + tr th': { top: 36 },
    '& thead th.person': { zIndex: 3, verticalAlign: 'bottom', paddingBottom: '6px' },
    '& .person': {
      position: 'sticky',
      left: 0,
      zIndex: 1,
      width: 248,
      minWidth: 248,
      padding: '0 12px 0 4px',
      borderRight: hairline,
      '& > span': { display: 'flex', alignItems: 'center', gap: '4px' },
    },
    '& .name': { display: 'grid', minWidth: 0, padding: '4px 0' },
    '& .name a': {
      color: palette.text.primary,
      textDecoration: 'none',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      '&:hover': { textDecoration: 'underline' },
    },
    '& .name small': { fontSize: '0.75rem', fontWeight: 400, color: palette.text.secondary },
    '& th.section': {
      height: 36,
      padding: '0 10px 0 2px',
      borderLeft: hairline,
      whiteSpace: 'nowrap',
      // The name of a wide section stays in sight while its actions scroll by.
      '& label': {
        position: 'sticky',
        left: 250,
        display: 'inline-flex',
        alignItems: 'center',
        cursor: 'pointer',
      },
    },
    '& th.action': {
      height: 148,
      padding: '8px 0 0',
      fontSize: '0.75rem',
      fontWeight: 400,
      '& label': { display: 'flex', flexDirection: 'column', alignItems: 'center', height: '100%', cursor: 'pointer' },
      '& span:first-of-type': { flex: 1, writingMode: 'vertical-rl', transform: 'rotate(180deg)', lineHeight: 1.2 },
    },
    '& .MuiCheckbox-root': { padding: '5px', '& svg': { fontSize: 18 } },
    '& td': {
      width: 40,
      minWidth: 40,
      height: 48,
      padding: 0,
      borderTop: hairline,
      position: 'relative',
      textAlign: 'center',
      cursor: 'pointer',
      '& svg': { width: 16, height: 16, display: 'block', margin: 'auto', fill: 'none', strokeWidth: 1.6 },
      '& path': { stroke: palette.text.disabled, strokeLinecap: 'round', strokeLinejoin: 'round' },
      '&:focus-visible': { outlineOffset: -2, borderRadius: '6px' },
    },
    '& tbody th': { borderTop: hairline },
    '& tbody tr:first-of-type > *': { borderTop: 0 },
    '& td[data-allowed] path': { stroke: palette.success.main },
    '& [data-first]': { borderLeft: hairline },
    // The people bring the first line themselves, so that it stays with them.
    '& th.person + th, & th.person + td, & thead tr + tr > th:first-of-type': { borderLeft: 0 },
    '& td[data-chosen], & tr[data-selected] td': { backgroundColor: palette.action.hover },
    '& tr[data-selected] td[data-chosen]': { backgroundColor: tint(theme, 'primary') },
    '& td[data-override="allow"]': { boxShadow: `inset 0 0 0 20px ${tint(theme, 'success')}` },
    '& td[data-override="deny"]': { boxShadow: `inset 0 0 0 20px ${tint(theme, 'error')}` },
    '& td[data-override="deny"] path': { stroke: palette.error.main },
    // An override is marked by more than its colour, and what a deputy may do by a ring.
    '& td[data-override]::after, & td[data-deputy]::after': {
      content: '""',
      position: 'absolute',
      top: 6,
      right: 6,
      width: 6,
      height: 6,
      borderRadius: '50%',
      border: `1px solid ${palette.text.primary}`,
    },
    '& td[data-override]::after': { backgroundColor: palette.text.primary },
    '& tbody tr:hover td': { backgroundColor: palette.action.hover },
  };
};
