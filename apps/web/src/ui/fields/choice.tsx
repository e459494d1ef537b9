import Box from '@mui/material/Box';
import Select from '@mui/material/Select';
import { Field } from './field';

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** A native select box, which people know best on a phone. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Box
      sx={{
        flex: { xs: '1 1 auto', sm: '0 1 auto' },
        width: { sm: 220 },
        minWidth: { xs: 140, sm: 0 },
        maxWidth: '100%',
      }}
    >
      <Field label={label}>
        {({ id }) => (
          <Select native fullWidth value={value} inputProps={{ id }} onChange={(event) => onChange(event.target.value)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Box>
  );
}
