import Box from '@mui/material/Box';
import Select from '@mui/material/Select';
import { Field, type FieldProps } from './field';

type ChoiceProps<Value extends string> = FieldProps & {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A native select box, which people know best on a phone, as wide as its form. */
export function SelectInput<Value extends string>({ value, options, onChange, ...labels }: ChoiceProps<Value>) {
  return (
    <Field {...labels}>
      {({ error, ...a11y }) => (
        <Select
          native
          fullWidth
          error={error}
          value={value}
          inputProps={a11y}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The same beside others, above what they narrow. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  return (
    <Box
      sx={{
        flex: { xs: '1 1 auto', sm: '0 1 auto' },
        width: { sm: 220 },
        minWidth: { xs: 140, sm: 0 },
        maxWidth: '100%',
      }}
    >
      <SelectInput {...props} />
    </Box>
  );
}
