import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { StaffWithPassword } from '@shifa/contract';
import { AppDialog } from '../../ui/app-dialog';
import { Banner } from '../../ui/feedback/banner';
import { CopyButton } from '../../ui/copy-button';
import { LeaveQuestion } from '../../ui/drawers/leave-question';
import { Spread } from '../../ui/spread';
import { paths } from '../../config/paths';
import { formatInstant } from '../../lib/format';
import { mustChangeText } from './staff.messages';

type TemporaryPasswordProps = {
  person: Pick<StaffWithPassword, 'name' | 'email' | 'temporaryPassword' | 'temporaryPasswordExpiresAt'>;
  onClose: () => void;
  /** Opens the page of the person. */
  onShow?: () => void;
};

/** The temporary password, shown once: to be read out, copied, or sent with the address and the email to sign in. */
export function TemporaryPassword({ person, onClose, onShow }: TemporaryPasswordProps) {
  const { name, email, temporaryPassword, temporaryPasswordExpiresAt: expiry } = person;
  const address = `${window.location.origin}${paths.login}`;
  const invitation = [
    `Sign in at ${address}`,
    `Email: ${email}`,
    `Temporary password: ${temporaryPassword}`,
    ...(expiry ? [`Valid until ${formatInstant(expiry)}`] : []),
  ].join('\n');
  return (
    <AppDialog
      title="Temporary password"
      actions={
        <>
          {onShow && (
            <Button color="inherit" onClick={onShow}>
              Open {name.split(' ')[0]}
            </Button>
          )}
          <Button variant="contained" onClick={onClose}>
            Done
          </Button>
        </>
      }
      beside={
        <LeaveQuestion active title="Leave this page" verb="Leave" cancelLabel="Back to the password">
          The temporary password isn't shown again. If it is lost, issue another one.
        </LeaveQuestion>
      }
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        Give this to <strong>{name}</strong>. {mustChangeText(expiry ? formatInstant(expiry) : undefined)}
      </Typography>
      <Stack direction="row" sx={passwordStyle}>
        <output aria-label="Temporary password">{temporaryPassword}</output>
        <CopyButton text={temporaryPassword} label="Copy password" />
      </Stack>
      <Spread>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          Sign in at {address}
          <br />
          Email: {email}
        </Typography>
        <CopyButton text={invitation} label="Copy address, email and password" />
      </Spread>
      <Banner tone="warning">It isn't shown again. If it is lost, issue another one.</Banner>
    </AppDialog>
  );
}

const passwordStyle = (theme: Theme) => ({
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 2,
  px: 4,
  py: 3,
  borderRadius: '8px',
  backgroundColor: theme.vars.palette.action.hover,
  '& output': { fontFamily: 'monospace', fontSize: '1.125rem', letterSpacing: '0.04em', overflowWrap: 'anywhere' },
});
