import Typography from '@mui/material/Typography';
import { type AddPasskeyBody, AddPasskeyBody as Body } from '@shifa/contract';
import { useState } from 'react';
import { InputDialog } from '../../ui/input-dialog';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { ApiError } from '../../lib/api-error';
import { useAddFactor } from './use-add-factor';

type PasskeyDialogProps = { onAdded: (recoveryCodes: readonly string[]) => void; onClose: () => void };

/** Names a passkey and lets the browser make it. */
export function PasskeyDialog({ onAdded, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState('');
  const add = useAddFactor({
    add: async (name: string, signal) => {
      const options = await send(api.secondFactor.startNewPasskey, { body: {} }, { signal });
      const { makePasskey } = await import('../../lib/passkeys');
      const body: AddPasskeyBody = { name, answer: await makePasskey(options) };
      return send(api.secondFactor.addPasskey, { body }, { signal });
    },
    success: 'The passkey was added',
    onAdded,
  });
  return (
    <InputDialog
      title="Add passkey"
      label="Name"
      help="Such as the name of this device"
      value={name}
      onChange={setName}
      schema={Body.shape.name}
      error={add.error ? messageFor(add.error) : undefined}
      verb="Add passkey"
      pending={add.isPending}
      onSubmit={add.mutate}
      onStop={add.stop}
      onCancel={onClose}
      input={{ maxLength: 60 }}
    >
      <Typography color="textSecondary">
        Your device keeps the passkey and asks for your finger, face or PIN. You then sign in without a password.
      </Typography>
    </InputDialog>
  );
}

function messageFor(error: Error): string {
  if (error instanceof ApiError) return error.message;
  return error.name === 'InvalidStateError'
    ? 'This device already has a passkey for your account.'
    : 'No passkey was made. Try again, or use another device.';
}
