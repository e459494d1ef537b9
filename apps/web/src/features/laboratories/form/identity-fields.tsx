import Lock from '@mui/icons-material/LockOutlined';
import OutlinedInput from '@mui/material/OutlinedInput';
import { laboratoryTypeLabels, laboratoryTypes } from '@shifa/contract';
import { useController } from 'react-hook-form';
import { Field } from '../../../components/form/field';
import { FormSelect } from '../../../components/form/form-select';
import { FormText } from '../../../components/form/form-text';
import type { LaboratoryControl } from './use-laboratory-form';

const types = laboratoryTypes.map((value) => ({ value, label: laboratoryTypeLabels[value] }));

type IdentityFieldsProps = {
  control: LaboratoryControl;
  /** Why the code can no longer change. */
  codeLockedBecause?: string;
};

/** What a laboratory is called and what it is. */
export function IdentityFields({ control, codeLockedBecause }: IdentityFieldsProps) {
  return (
    <>
      <FormText control={control} name="name" label="Name" autoComplete="off" autoFocus />
      <CodeField control={control} lockedBecause={codeLockedBecause} />
      <FormSelect control={control} name="type" label="Type" options={types} />
    </>
  );
}

function CodeField({ control, lockedBecause }: { control: LaboratoryControl; lockedBecause?: string }) {
  const { field, fieldState } = useController({ control, name: 'code' });
  const { ref, onChange, ...bound } = field;
  return (
    <Field
      label="Code"
      help={lockedBecause ?? 'Stands in front of every number that the laboratory gives out, such as KOL.'}
      error={fieldState.error?.message}
    >
      {(a11y) => (
        <OutlinedInput
          {...bound}
          {...a11y}
          fullWidth
          inputRef={ref}
          readOnly={lockedBecause !== undefined}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
          inputProps={{ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false }}
          endAdornment={lockedBecause === undefined ? undefined : <Lock fontSize="small" color="action" />}
        />
      )}
    </Field>
  );
}
