import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { AuthenticatorCodeBody, type AuthenticatorSetup } from '@shifa/contract';
import { useState } from 'react';
import { CopyButton } from '../../ui/copy-button';
import { InputDialog } from '../../ui/input-dialog';
import { QrCode } from '../../ui/qr/qr-code';
import { useOnPhone } from '../../ui/use-on-phone';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { ApiError } from '../../lib/api-error';
import { useAddFactor } from './use-add-factor';

type AuthenticatorDialogProps = {
  setup: AuthenticatorSetup;
  /** The new recovery codes, if there are any. */
  onAdded: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

/** Adds or replaces the authenticator app: the QR code of its secret, and the code that proves that it was scanned. */
export function AuthenticatorDialog({ setup, onAdded, onClose }: AuthenticatorDialogProps) {
  const [code, setCode] = useState('');
  const add = useAddFactor({
    add: (body: AuthenticatorCodeBody, signal) => send(api.secondFactor.addAuthenticator, { body }, { signal }),
    success: 'The authenticator app was added',
    failure: "Couldn't add the app",
    onAdded,
  });
  const onPhone = useOnPhone();
  const refused = add.error instanceof ApiError ? add.error.errors[0]?.message : undefined;
  return (
    <InputDialog
      fillsPhone
      title="Add authenticator app"
      label="Code"
      help="The 6 digits that the app shows"
      value={code}
      onChange={setCode}
      schema={AuthenticatorCodeBody.shape.code}
      refused={refused}
      error={refused === undefined ? add.fault : undefined}
      verb="Add app"
      pending={add.isPending}
      onSubmit={(checked) => add.mutate({ code: checked })}
      onStop={add.stop}
      onCancel={onClose}
      input={{ autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 10 }}
    >
      <Typography>
        {onPhone
          ? 'Open your authenticator app, or scan this code with the app of another phone.'
          : 'Scan this code with an authenticator app on your phone.'}
      </Typography>
      {onPhone && (
        // A phone can't scan its own screen.
        <Button variant="outlined" color="inherit" href={setup.address}>
          Open authenticator app
        </Button>
      )}
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
    </InputDialog>
  );
}

const key = { fontFamily: 'monospace', color: 'text.primary' } as const;

function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}
