import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import logo from '../../assets/logo.svg';
import { useDocumentTitle } from '../../ui/use-document-title';
import { checkSession, signOut } from './auth.actions';
import { ChangePasswordFields } from './change-password-fields';
import { useChangePassword } from './use-change-password';

/** The only page for people with a temporary password, until they have changed it. */
export function ForcedPasswordPage() {
  useDocumentTitle('Change your password');
  const { submit, ...state } = useChangePassword(() => void checkSession());
  return (
    <Stack component="main" sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', p: 4 }}>
      <Card sx={{ width: '100%', maxWidth: 440, p: { xs: 5, sm: 8 }, boxSizing: 'border-box', borderRadius: '16px' }}>
        <img src={logo} alt="" width={48} height={48} />
        <Typography variant="h1" sx={{ mt: 4 }}>
          Choose your own password
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 1, mb: 6 }}>
          You signed in with a temporary password. Choose one that only you know.
        </Typography>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <ChangePasswordFields {...state} currentLabel="Temporary Password" />
          <Stack sx={{ gap: 2, mt: 6 }}>
            <Button type="submit" variant="contained" size="large" disabled={state.done} loading={state.pending}>
              Update Password
            </Button>
            <Button color="inherit" onClick={signOut}>
              Logout
            </Button>
          </Stack>
        </form>
      </Card>
    </Stack>
  );
}
