import Add from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useController } from 'react-hook-form';
import { Field } from '../../../components/form/field';
import type { LaboratoryValues } from '../laboratory.fields';
import type { PartFaults } from './place-fields';
import type { LaboratoryControl } from './use-laboratory-form';

type Credential = NonNullable<LaboratoryValues['licence']>;

const blank: Credential = { body: '', number: '', validUntil: '' };

const parts = [
  { part: 'body', label: 'Issuing body', type: 'text' },
  { part: 'number', label: 'Number', type: 'text' },
  { part: 'validUntil', label: 'Valid until', type: 'date' },
] as const;

type CredentialFieldProps = {
  control: LaboratoryControl;
  name: 'licence' | 'accreditation';
  /** `Licence` */
  label: string;
};

/** A licence or an accreditation: none, or all three of its parts. */
export function CredentialField({ control, name, label }: CredentialFieldProps) {
  const { field, fieldState } = useController({ control, name });
  const faults = fieldState.error as PartFaults<Credential>;
  const value = field.value;
  if (!value) {
    return (
      <Button
        color="inherit"
        variant="outlined"
        size="small"
        startIcon={<Add />}
        onClick={() => field.onChange(blank)}
        sx={{ mr: 'auto' }}
      >
        Add {label.toLowerCase()}
      </Button>
    );
  }
  return (
    <Stack role="group" aria-label={label} sx={{ gap: 4 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', mb: -2 }}>
        <Typography variant="subtitle2">{label}</Typography>
        <Button color="inherit" size="small" onClick={() => field.onChange(null)}>
          Remove {label.toLowerCase()}
        </Button>
      </Stack>
      {parts.map(({ part, label: words, type }) => (
        <Field key={part} label={words} error={faults?.[part]?.message}>
          {(a11y) => (
            <OutlinedInput
              {...a11y}
              fullWidth
              type={type}
              value={value[part]}
              onChange={(event) => field.onChange({ ...value, [part]: event.target.value })}
              onBlur={field.onBlur}
              inputProps={{ autoComplete: 'off' }}
            />
          )}
        </Field>
      ))}
    </Stack>
  );
}
