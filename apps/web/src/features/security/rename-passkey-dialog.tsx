import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type Passkey, RenamePasskeyBody } from '@shifa/contract';
import { type SubmitEvent, useState } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { Banner } from '../../ui/feedback/banner';
import { Field } from '../../ui/fields/field';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { ownSecondFactor } from './second-factor.queries';

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const [fault, setFault] = useState<string>();
  const rename = useWrite({
    send: (body: RenamePasskeyBody, { signal }) =>
      send(api.secondFactor.renamePasskey, { params: { id: passkey._id }, body }, { signal }),
    success: 'The passkey was renamed',
    failure: "Couldn't rename the passkey",
    stale: [ownSecondFactor.queryKey],
    onSuccess: onClose,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (rename.isPending) return;
    const body = RenamePasskeyBody.safeParse({ name });
    setFault(body.error?.issues[0]?.message);
    if (body.success) rename.mutate(body.data);
  };
  const cancel = () => (rename.isPending ? rename.stop() : onClose());
  return (
    <AppDialog
      title="Rename passkey"
      onClose={cancel}
      onSubmit={submit}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={rename.isPending}>
            Rename
          </Button>
        </>
      }
    >
      {rename.fault !== undefined && <Banner tone="error">{rename.fault}</Banner>}
      <Field label="Name" {...(fault !== undefined && { error: fault })}>
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
