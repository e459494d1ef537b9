import { styled } from '@mui/material/styles';
import { NavLink } from 'react-router-dom';
import type { NavigationItem } from './navigation-items';
import { layout } from '../theme/tokens';

const Bar = styled('nav')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  zIndex: theme.zIndex.appBar,
  display: 'flex',
  paddingBottom: 'env(safe-area-inset-bottom)',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  [theme.breakpoints.up('md')]: { display: 'none' },
  '@media print': { display: 'none' },
}));

const Entry = styled(NavLink)(({ theme }) => ({
  flex: '1 1 auto',
  minWidth: 0,
  padding: '0 2px',
  height: layout.bottomBar,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 4,
  fontSize: '0.6875rem',
  fontWeight: 500,
  lineHeight: 1,
  color: theme.vars.palette.text.secondary,
  textDecoration: 'none',
  '& svg': { fontSize: 22 },
  '&[aria-current=page]': { color: theme.vars.palette.primary.main },
  '&:focus-visible': { outlineOffset: -2 },
}));

/** A phone's way between sections. */
export function BottomBar({ items }: { items: readonly NavigationItem[] }) {
  return (
    <Bar data-bar aria-label="Main sections">
      {items.map(({ short, path, icon }) =>
        short === undefined ? null : (
          <Entry key={path} to={path}>
            {icon}
            {short}
          </Entry>
        ),
      )}
    </Bar>
  );
}
