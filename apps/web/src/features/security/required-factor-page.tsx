import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import logo from '../../assets/logo.svg';
import { useDocumentTitle } from '../../ui/use-document-title';
import { AddFactor } from './add-factor';

type RequiredFactorPageProps = { onAdded: () => void; onLogout: () => void };

/** The only page for people whose role needs a second factor and whose time to add one is over. */
export function RequiredFactorPage({ onAdded, onLogout }: RequiredFactorPageProps) {
  useDocumentTitle('Add a second factor');
  return (
    <Stack component="main" sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', p: 4 }}>
      <Card sx={{ width: '100%', maxWidth: 440, p: { xs: 5, sm: 8 }, boxSizing: 'border-box', borderRadius: '16px' }}>
        <img src={logo} alt="" width={48} height={48} />
        <Typography variant="h1" sx={{ mt: 4 }}>
          Add a second factor
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          Your role needs one, so that a stolen password isn't enough to sign in.
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 3, mb: 6 }}>
          A passkey on this device is the quickest: your finger, face or PIN. An authenticator app on your phone works
          everywhere. Then you continue where you were.
        </Typography>
        <Stack sx={{ gap: 2 }}>
          <AddFactor size="large" onAdded={onAdded} />
          <Button color="inherit" onClick={onLogout}>
            Logout
          </Button>
        </Stack>
      </Card>
    </Stack>
  );
}
