import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { EmptyDish } from '../../ui/drawings';
import { MessagePage } from '../../ui/message-page';
import { useDocumentTitle } from '../../ui/use-document-title';
import { paths } from '../../config/paths';

const quickLinks = [
  { label: 'Dashboard', to: paths.dashboard },
  { label: 'Laboratories', to: paths.laboratories },
  { label: 'Staff', to: paths.staff },
  { label: 'Finances', to: paths.finances },
  { label: 'Inventory', to: paths.inventory },
  { label: 'Attendance', to: paths.attendance },
];

/** The page of an address that does not exist. */
export function NotFoundPage() {
  return (
    <main>
      <NotFoundMessage />
    </main>
  );
}

/** The same within the layout of a signed-in person. */
export function NotFoundMessage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useDocumentTitle('Page Not Found');

  const goBack = () => void (window.history.length > 2 ? navigate(-1) : navigate(paths.dashboard));

  return (
    <MessagePage
      title="Page Not Found"
      drawing={<EmptyDish />}
      footer={<QuickLinks />}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={goBack}>
            Go Back
          </Button>
          <Button variant="contained" component={Link} to={paths.dashboard}>
            Go to Dashboard
          </Button>
        </>
      }
    >
      <p>The page you&apos;re looking for doesn&apos;t exist or has been moved.</p>
      <Typography component="code" variant="body2" sx={{ mt: 3, fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
        {pathname}
      </Typography>
    </MessagePage>
  );
}

function QuickLinks() {
  return (
    <Stack component="nav" aria-label="Quick links" direction="row" useFlexGap sx={navStyle}>
      {quickLinks.map(({ label, to }) => (
        <MuiLink key={to} component={Link} to={to}>
          {label}
        </MuiLink>
      ))}
    </Stack>
  );
}

const navStyle = { flexWrap: 'wrap', justifyContent: 'center', columnGap: 6, rowGap: 2, mt: 8 };
