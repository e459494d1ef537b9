import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type AddPasskeyBody, AddPasskeyBody as Body } from '@shifa/contract';
import { type SubmitEvent, useState } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { Banner } from '../../ui/feedback/banner';
import { Field } from '../../ui/fields/field';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { ApiError } from '../../lib/api-error';
import { ownSecondFactor } from './second-factor.queries';

type PasskeyDialogProps = { onAdded: (recoveryCodes: readonly string[]) => void; onClose: () => void };

/** Names a passkey and lets the browser make it. */
export function PasskeyDialog({ onAdded, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const add = useWrite({
    send: async (name: string, { signal }) => {
      const options = await send(api.secondFactor.startNewPasskey, { body: {} }, { signal });
      const { makePasskey } = await import('../../lib/passkeys');
      const body: AddPasskeyBody = { name, answer: await makePasskey(options) };
      return send(api.secondFactor.addPasskey, { body }, { signal });
    },
    success: 'The passkey was added',
    stale: [ownSecondFactor.queryKey],
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (add.isPending) return;
    const checked = Body.shape.name.safeParse(name);
    setFault(checked.error?.issues[0]?.message);
    if (checked.success) add.mutate(checked.data);
  };
  const cancel = () => (add.isPending ? add.stop() : onClose());
  return (
    <AppDialog
      title="Add passkey"
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
            Add passkey
          </Button>
        </>
      }
    >
      <Typography color="textSecondary">
        Your device keeps the passkey and asks for your finger, face or PIN. You then sign in without a password.
      </Typography>
      {add.error && <Banner tone="error">{messageFor(add.error)}</Banner>}
      <Field label="Name" help="Such as the name of this device" {...(fault !== undefined && { error: fault })}>
        {(control) => (
          <OutlinedInput
            {...control}
            value={name}
            autoFocus
            fullWidth
            inputProps={{ maxLength: 60 }}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
    </AppDialog>
  );
}

function messageFor(error: Error): string {
  if (error instanceof ApiError) return error.message;
  return error.name === 'InvalidStateError'
    ? 'This device already has a passkey for your account.'
    : 'No passkey was made. Try again, or use another device.';
}
