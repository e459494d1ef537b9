import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { type FieldValues, useController } from 'react-hook-form';
import { Field } from './field';
import type { BoundFieldProps } from './form-text';

export type Option<Value extends string | number = string> = {
  value: Value;
  label: string;
  /** Where the label says why it cannot be chosen. */
  disabled?: boolean;
  /** Why it cannot be chosen; shown below the label. */
  disabledReason?: string | undefined;
};

type FormSelectProps<Values extends FieldValues> = BoundFieldProps<Values> & {
  options: readonly Option<string | number>[];
  disabled?: boolean;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  /** Told after a choice. */
  onChosen?: (value: string | number) => void;
};

/** One of a few known choices. */
export function FormSelect<Values extends FieldValues>(props: FormSelectProps<Values>) {
  const { control, name, options, disabled, placeholder, onChosen, ...labels } = props;
  const { field, fieldState } = useController({ control, name });
  const { ref, ...bound } = field;
  return (
    <Field {...labels} error={fieldState.error?.message}>
      {({ id, error, ...described }) => (
        <Select<string | number>
          {...bound}
          onChange={(event) => {
            field.onChange(event);
            onChosen?.(event.target.value);
          }}
          fullWidth
          inputRef={ref}
          disabled={disabled}
          displayEmpty={placeholder !== undefined || options.some(({ value }) => value === '')}
          renderValue={(chosen) => options.find(({ value }) => value === chosen)?.label ?? placeholder}
          error={error}
          // The visible box takes the label: the input beneath it is hidden from everyone.
          labelId={`${id}-label`}
          SelectDisplayProps={{ id }}
          inputProps={described}
        >
          {options.map((option) => (
            <MenuItem
              key={option.value}
              value={option.value}
              disabled={option.disabled ?? option.disabledReason !== undefined}
            >
              <ListItemText
                primary={option.label}
                secondary={option.disabledReason}
                slotProps={{ secondary: { sx: { whiteSpace: 'normal' } } }}
              />
            </MenuItem>
          ))}
        </Select>
      )}
    </Field>
  );
}
