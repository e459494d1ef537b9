import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, type Location } from 'react-router-dom';
import { useRoomBeside } from '../../ui/use-on-phone';
import logo from '../../assets/logo.svg';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { ErrorBoundary } from '../../ui/error-boundary';
import { PageSkeleton } from '../../ui/loading/page-skeleton';
import { ShortcutHelp } from '../../ui/shortcuts';
import { visuallyHidden } from '../../ui/visually-hidden';
import { paths } from '../../config/paths';
import { product } from '../../config/product';
import { usePermission, useUser } from '../../data/use-session';
import { CodeLoadError } from '../../lib/lazy-component';
import { leavePage } from '../../lib/leave-page';
import { LoadFailedScreen, RouteErrorScreen } from '../crash-screen';
import { navigationFor } from '../navigation';
import { usePalette } from '../palette/use-palette';
import { layout, safe, space } from '../theme/tokens';
import { BottomBar } from './bottom-bar';
import { NavigationItems } from './navigation-items';
import { Offers } from './offers';
import { ConnectionNotice } from './connection-notice';
import { Sidebar } from './sidebar';
import { usePagePlaces } from './use-page-places';
import { UserMenu } from './user-menu';

const SkipLink = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: theme.zIndex.tooltip,
  padding: '8px 14px',
  borderRadius: 8,
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  transform: 'translateY(-200%)',
  '&:focus': { transform: 'none' },
}));

/** The fields for which a phone shows its keyboard. */
const typed = ':is(textarea, input:not([type="checkbox"], [type="radio"], [type="file"]))';

const Frame = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  minHeight: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  paddingLeft: safe('left', layout.sidebar),
  [theme.breakpoints.down('md')]: {
    '--navigation-bar': `${layout.bottomBar}px`,
    /** Everything that stays at the bottom of the window. */
    '--bottom-bar': 'var(--navigation-bar)',
    paddingLeft: 0,
    paddingBottom: 'calc(var(--bottom-bar) + env(safe-area-inset-bottom))',
  },
  [theme.breakpoints.down('sm')]: {
    '--page-action': `${layout.pageAction}px`,
    '&:has([data-page-action])': { '--bottom-bar': 'calc(var(--navigation-bar) + var(--page-action))' },
  },
  // While someone types on a phone, the keyboard leaves too little room for bars.
  [`@media (max-height: ${layout.lowWindow}px)`]: {
    [theme.breakpoints.down('md')]: {
      [`&:has(${typed}:focus)`]: {
        '--bottom-bar': '0px',
        '& nav[data-bar], & [data-page-action]': { display: 'none' },
      },
    },
  },
  '@media print': { display: 'block', minHeight: 0, padding: 0 },
}));

const TopBar = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar,
  boxSizing: 'border-box',
  // Higher where text is enlarged.
  minHeight: safe('top', layout.topBar),
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: `${safe('top')} ${safe('right', space.gutter - 8)} 0 ${space.gutter}px`,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  [theme.breakpoints.down('md')]: {
    paddingInline: `${safe('left', space.gutterPhone)} ${safe('right', space.gutterPhone - 8)}`,
  },
  '@media print': { display: 'none' },
}));

const Welcome = styled('div')(({ theme }) => ({
  minWidth: 0,
  marginLeft: 'auto',
  padding: '0 8px',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  color: theme.vars.palette.text.secondary,
  '& strong': { fontWeight: 500, color: theme.vars.palette.text.primary },
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

const PhoneBrand = styled(Link)(({ theme }) => ({
  display: 'flex',
  // Enlarged, the name has no room beside the logo: it goes to a second line, which is not to be seen.
  flexWrap: 'wrap',
  height: 44,
  overflow: 'hidden',
  columnGap: 10,
  flex: '1 1 0',
  minWidth: 44,
  fontSize: '1rem',
  fontWeight: 600,
  lineHeight: '44px',
  whiteSpace: 'nowrap',
  color: 'inherit',
  textDecoration: 'none',
  '& img': { display: 'block', marginBlock: 8 },
  [theme.breakpoints.up('md')]: { display: 'none' },
}));

const Main = styled('main')(({ theme }) => ({
  boxSizing: 'border-box',
  flex: '1 0 auto',
  width: '100%',
  maxWidth: layout.content,
  margin: '0 auto',
  padding: `${space.gutterPhone}px ${safe('right', space.gutter)} ${space.gutter}px ${space.gutter}px`,
  outline: 'none',
  [theme.breakpoints.down('md')]: {
    padding: `12px ${safe('right', space.gutterPhone)} ${space.gutterPhone}px ${safe('left', space.gutterPhone)}`,
  },
  '@media print': { maxWidth: 'none', padding: 0 },
}));

type AppLayoutProps = {
  bell: ReactNode;
  /** Of the page that is shown. */
  location: Location;
  onLogout: () => void;
  /** What a logout leaves behind on this device, asked when someone is about to log out. */
  leftBehind?: () => Promise<string | undefined>;
  children: ReactNode;
};

/** Where the code that looks cannot be fetched. */
const UNCHECKED = 'Unsaved work may be lost.';

/** The frame around every page of a signed-in person. */
export function AppLayout({ bell, location, onLogout, leftBehind, children }: AppLayoutProps) {
  const user = useUser();
  const roomBeside = useRoomBeside();
  const [asking, setAsking] = useState<{ left: string | undefined }>();
  const [loading, setLoading] = useState(false);
  const main = usePagePlaces(location);
  const items = navigationFor(user.permissions);
  const palette = usePalette(items, !roomBeside);
  const askToLogout = async () => {
    const left = await leftBehind?.().catch(() => UNCHECKED);
    if (!roomBeside || left !== undefined) setAsking({ left });
    else leavePage(onLogout);
  };
  const logout = () => void askToLogout();

  return (
    <>
      <SkipLink href="#main" className="not-printed">
        Skip to content
      </SkipLink>
      {roomBeside && <Sidebar items={items} onLogout={logout} />}
      <Frame>
        <TopBar data-bar>
          {roomBeside && palette.button}
          <ConnectionNotice>
            <PhoneBrand to={paths.dashboard}>
              <img src={logo} alt="" width={28} height={28} />
              {product.name}
            </PhoneBrand>
            <Welcome>
              Welcome, <strong>{user.name}</strong>
            </Welcome>
          </ConnectionNotice>
          {!roomBeside && palette.button}
          {bell}
          <UserMenu
            user={user}
            sections={!roomBeside ? items.filter(({ inUserMenu }) => inUserMenu) : []}
            onLogout={logout}
          />
        </TopBar>
        <Main id="main" ref={main} tabIndex={-1}>
          <Announcement role="status">{loading && 'Loading page'}</Announcement>
          <PageBoundary pathname={location.pathname} fallback={<LoadingPage onChange={setLoading} />}>
            <NavigationItems value={items}>{children}</NavigationItems>
          </PageBoundary>
        </Main>
        <Offers />
        <BottomBar items={items} />
      </Frame>
      <ShortcutHelp />
      {palette.dialog}
      <ConfirmDialog
        open={asking !== undefined}
        title="Logout"
        verb="Logout"
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          setAsking(undefined);
          leavePage(onLogout);
        }}
      >
        {asking?.left} Are you sure you want to logout?
      </ConfirmDialog>
    </>
  );
}

type PageBoundaryProps = Pick<AppLayoutProps, 'children'> & {
  pathname: string;
  /** While the code of the page is being fetched. */
  fallback: ReactNode;
};

/** Around the content of a page: what it shows while it is loading, and when it fails. */
function PageBoundary({ pathname, fallback, children }: PageBoundaryProps) {
  const clocks = usePermission('attendance.clock').allowed;
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={(error, retry) =>
        error instanceof CodeLoadError ? (
          <LoadFailedScreen
            onRetry={retry}
            also={
              clocks && (
                <Button variant="outlined" color="inherit" component={Link} to={paths.attendance}>
                  Clock in or out
                </Button>
              )
            }
          />
        ) : (
          <RouteErrorScreen />
        )
      }
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** In the place of a page whose code is being fetched. Screen readers hear it from a region that is already there. */
function LoadingPage({ onChange }: { onChange: (loading: boolean) => void }) {
  useEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return <PageSkeleton />;
}

/** Only for screen readers. */
const Announcement = styled('div')(visuallyHidden);
