import { type Passkey, RenamePasskeyBody } from '@shifa/contract';
import { useState } from 'react';
import { InputDialog } from '../../ui/input-dialog';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { ownSecondFactor } from './second-factor.queries';

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useWrite({
    send: (body: RenamePasskeyBody, { signal }) =>
      send(api.secondFactor.renamePasskey, { params: { id: passkey._id }, body }, { signal }),
    success: 'The passkey was renamed',
    failure: "Couldn't rename the passkey",
    stale: [ownSecondFactor.queryKey],
    onSuccess: onClose,
  });
  return (
    <InputDialog
      title="Rename passkey"
      label="Name"
      value={name}
      onChange={setName}
      schema={RenamePasskeyBody.shape.name}
      error={rename.fault}
      verb="Rename"
      pending={rename.isPending}
      onSubmit={(checked) => rename.mutate({ name: checked })}
      onStop={rename.stop}
      onCancel={onClose}
      input={{ maxLength: 60 }}
    />
  );
}
