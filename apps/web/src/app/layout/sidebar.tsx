import Logout from '@mui/icons-material/LogoutOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import logo from '../../assets/logo.svg';
import { tint } from '../../ui/tint';
import { paths } from '../../config/paths';
import { product } from '../../config/product';
import { type NavigationItem, useIsCurrent } from './navigation-items';
import { layout, safe } from '../theme/tokens';

const Root = styled('aside')(({ theme }) => ({
  position: 'fixed',
  insetBlock: 0,
  left: 0,
  width: safe('left', layout.sidebar),
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  padding: `${safe('top', 12)} 12px 12px ${safe('left', 12)}`,
  overflowY: 'auto',
  borderRight: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  '& nav': { display: 'grid', gap: 2, marginTop: 12 },
  '@media print': { display: 'none' },
}));

const Brand = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: 8,
  borderRadius: 8,
  fontSize: '1rem',
  fontWeight: 600,
  letterSpacing: '-0.01em',
  color: 'inherit',
  textDecoration: 'none',
});

const Entry = styled(ButtonBase)(({ theme }) => ({
  justifyContent: 'flex-start',
  gap: 12,
  minHeight: 36,
  padding: '0 10px',
  borderRadius: 8,
  fontSize: '0.875rem',
  fontWeight: 500,
  color: theme.vars.palette.text.secondary,
  transition: 'background-color 120ms ease-out, color 120ms ease-out',
  '& svg': { fontSize: 20 },
  '&:hover': { color: theme.vars.palette.text.primary, backgroundColor: theme.vars.palette.action.hover },
  '&[aria-current=page]': { color: theme.vars.palette.primary.main, backgroundColor: tint(theme, 'primary') },
})) as typeof ButtonBase;

type SidebarProps = { items: readonly NavigationItem[]; onLogout: () => void };

export function Sidebar({ items, onLogout }: SidebarProps) {
  const isCurrent = useIsCurrent();
  return (
    <Root>
      <Brand to={paths.dashboard}>
        <img src={logo} alt="" width={28} height={28} />
        {product.name}
      </Brand>
      <nav aria-label="Sections">
        {items.map((item) => (
          <Entry key={item.path} component={Link} to={item.path} aria-current={isCurrent(item) ? 'page' : undefined}>
            {item.icon}
            {item.label}
            {item.badge}
          </Entry>
        ))}
      </nav>
      <Entry sx={{ mt: 'auto' }} onClick={onLogout}>
        <Logout />
        Logout
      </Entry>
    </Root>
  );
}
