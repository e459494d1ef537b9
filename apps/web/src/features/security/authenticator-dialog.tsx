import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { AuthenticatorCodeBody, type AuthenticatorSetup } from '@shifa/contract';
import { type SubmitEvent, useState } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { CopyButton } from '../../ui/copy-button';
import { Banner } from '../../ui/feedback/banner';
import { Field } from '../../ui/fields/field';
import { QrCode } from '../../ui/qr/qr-code';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { ApiError } from '../../lib/api-error';
import { ownSecondFactor } from './second-factor.queries';

type AuthenticatorDialogProps = {
  setup: AuthenticatorSetup;
  /** The new recovery codes, if there are any. */
  onAdded: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

/** Adds or replaces the authenticator app: the QR code of its secret, and the code that proves that it was scanned. */
export function AuthenticatorDialog({ setup, onAdded, onClose }: AuthenticatorDialogProps) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const add = useWrite({
    send: (body: AuthenticatorCodeBody, { signal }) => send(api.secondFactor.addAuthenticator, { body }, { signal }),
    success: 'The authenticator app was added',
    failure: "Couldn't add the app",
    stale: [ownSecondFactor.queryKey],
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
    onError: (error) => setFault(error instanceof ApiError ? error.errors[0]?.message : undefined),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (add.isPending) return;
    const body = AuthenticatorCodeBody.safeParse({ code });
    setFault(body.error?.issues[0]?.message);
    if (body.success) add.mutate(body.data);
  };
  const cancel = () => (add.isPending ? add.stop() : onClose());
  return (
    <AppDialog
      fillsPhone
      title="Add authenticator app"
      onClose={(_, reason) => {
        if (reason !== 'backdropClick') cancel();
      }}
      onSubmit={submit}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={add.isPending}>
            Add app
          </Button>
        </>
      }
    >
      <Typography>Scan this code with an authenticator app on your phone.</Typography>
      <Box sx={{ width: 200, maxWidth: '100%', alignSelf: 'center', lineHeight: 0, '& svg': { borderRadius: '8px' } }}>
        <QrCode text={setup.address} label="Code for your authenticator app" />
      </Box>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          Or enter this key:{' '}
          <Box component="span" sx={key}>
            {inGroups(setup.secret)}
          </Box>
        </Typography>
        <CopyButton text={setup.secret} label="Copy key" />
      </Stack>
      {add.fault !== undefined && fault === undefined && <Banner tone="error">{add.fault}</Banner>}
      <Field label="Code" help="The 6 digits that the app shows" {...(fault !== undefined && { error: fault })}>
        {(control) => (
          <OutlinedInput
            {...control}
            value={code}
            autoComplete="one-time-code"
            autoFocus
            fullWidth
            inputProps={{ inputMode: 'numeric', maxLength: 10 }}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
    </AppDialog>
  );
}

const key = { fontFamily: 'monospace', color: 'text.primary' } as const;

function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}
