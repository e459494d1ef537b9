import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { type NavigationItem, useIsCurrent } from './navigation-items';
import { layout, safe } from '../theme/tokens';

const Bar = styled('nav')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  zIndex: theme.zIndex.appBar,
  display: 'flex',
  padding: `0 ${safe('right')} ${safe('bottom')} ${safe('left')}`,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  // Names that no longer fit, such as enlarged ones, are reached by swiping.
  overflowX: 'auto',
  [theme.breakpoints.up('md')]: { display: 'none' },
  '@media print': { display: 'none' },
}));

const Entry = styled(Link)(({ theme }) => ({
  flex: '1 0 auto',
  minWidth: 44,
  position: 'relative',
  padding: '0 4px',
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

/** A number at the upper right of the icon. */
const Badge = styled('span')({
  position: 'absolute',
  top: 4,
  left: 'calc(50% + 4px)',
  '& > *': { fontSize: '0.625rem', lineHeight: '16px', minWidth: 16, padding: '0 4px' },
});

/** What a phone has room for. */
const MOST_ENTRIES = 6;

/** A phone's way between sections. */
export function BottomBar({ items }: { items: readonly NavigationItem[] }) {
  const isCurrent = useIsCurrent();
  const named = items.filter(({ short }) => short !== undefined);
  const shown = named.length > MOST_ENTRIES ? named.filter(({ inUserMenu }) => !inUserMenu) : named;
  return (
    <Bar data-bar aria-label="Main sections">
      {shown.map((item) => (
        <Entry key={item.path} to={item.path} aria-current={isCurrent(item) ? 'page' : undefined}>
          {item.icon}
          {item.short}
          {item.badge && <Badge>{item.badge}</Badge>}
        </Entry>
      ))}
    </Bar>
  );
}
