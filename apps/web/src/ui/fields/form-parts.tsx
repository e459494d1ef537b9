import Add from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FieldValues, useController } from 'react-hook-form';
import type { BoundFieldProps } from './form-text';
import { TextInput } from './text-input';
import { Spread } from '../spread';

/** The faults of a control that holds an object. */
export type PartFaults<Parts> = { [Part in keyof Parts]?: { message?: string } } | undefined;

type Part = { part: string; label: string; type: 'text' | 'date' | 'tel'; optional?: boolean };

type FormPartsProps<Values extends FieldValues> = Pick<BoundFieldProps<Values>, 'control' | 'name' | 'label'> & {
  /** The label within a sentence: `emergency contact`. */
  noun: string;
  parts: readonly Part[];
};

/** Something of several parts that a form may leave out: none of it, or all. */
export function FormParts<Values extends FieldValues>(props: FormPartsProps<Values>) {
  const { control, name, label, noun, parts } = props;
  const { field, fieldState } = useController({ control, name });
  const faults = fieldState.error as PartFaults<Record<string, string>>;
  const value: Record<string, string> | null = field.value;
  if (!value) {
    const blank = Object.fromEntries(parts.map(({ part }) => [part, '']));
    return (
      <Button
        color="inherit"
        variant="outlined"
        size="small"
        startIcon={<Add />}
        onClick={() => field.onChange(blank)}
        sx={{ mr: 'auto' }}
      >
        Add {noun}
      </Button>
    );
  }
  return (
    <Stack role="group" aria-label={label} sx={{ gap: 4 }}>
      <Spread sx={{ alignItems: 'center', mb: -2 }}>
        <Typography variant="subtitle2">{label}</Typography>
        <Button color="inherit" size="small" onClick={() => field.onChange(null)}>
          Remove {noun}
        </Button>
      </Spread>
      {parts.map(({ part, label, type, optional }) => (
        <TextInput
          key={part}
          label={label}
          optional={optional}
          error={faults?.[part]?.message}
          type={type}
          value={value[part] ?? ''}
          onChange={(text) => field.onChange({ ...value, [part]: text })}
          onBlur={field.onBlur}
          inputProps={{ autoComplete: 'off' }}
        />
      ))}
    </Stack>
  );
}
