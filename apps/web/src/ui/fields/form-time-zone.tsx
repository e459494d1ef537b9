import Typography from '@mui/material/Typography';
import { type FieldValues, useController } from 'react-hook-form';
import { type ZoneOption, zoneOption, zoneOptions } from '../../lib/time-zone';
import { Combobox, type ComboboxOption } from './combobox';
import type { BoundFieldProps } from './form-text';

type FormTimeZoneProps<Values extends FieldValues> = BoundFieldProps<Values> & { readOnly?: boolean };

/** An IANA time zone, found by its city, its region or its offset. */
export function FormTimeZone<Values extends FieldValues>({ control, name, ...box }: FormTimeZoneProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Combobox
      {...box}
      error={fieldState.error?.message}
      options={zoneOptions().map(choiceOf)}
      value={choiceOf(zoneOption(field.value))}
      onChange={(option) => field.onChange(option?.value)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      disableClearable
      autoHighlight
      openOnFocus
    />
  );
}

function choiceOf({ zone, city, region, offset }: ZoneOption): ComboboxOption {
  return {
    value: zone,
    label: `${city} (${offset})`,
    group: region,
    // `kol`, `asia`, `5:30` and `Asia/Kolkata` all find Kolkata.
    words: `${zone} ${city} ${region} ${offset}`,
    content: (
      <>
        <span>{city}</span>
        <Typography className="tabular" variant="body2" color="textSecondary" sx={{ ml: 'auto', pl: 4 }}>
          {offset}
        </Typography>
      </>
    ),
  };
}
