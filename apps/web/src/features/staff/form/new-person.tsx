import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { TemporaryPassword } from '../temporary-password';
import { StaffForm } from './staff-form';
import type { SavedPerson } from './use-staff-form';

type NewPersonProps = { onClose: () => void; onShow: (person: SavedPerson) => void };

/** Creates a person and then, this once, shows the password to hand over. */
export function NewPerson({ onClose, onShow }: NewPersonProps) {
  const { enqueueSnackbar } = useSnackbar();
  const [created, setCreated] = useState<SavedPerson>();
  if (created?.temporaryPassword !== undefined) {
    return (
      <TemporaryPassword
        person={{ ...created, temporaryPassword: created.temporaryPassword }}
        onClose={onClose}
        onShow={() => onShow(created)}
      />
    );
  }
  return (
    <StaffForm
      onSaved={(person) => {
        enqueueSnackbar(`${person.name} was created`, { variant: 'success' });
        setCreated(person);
      }}
      onClose={onClose}
    />
  );
}
