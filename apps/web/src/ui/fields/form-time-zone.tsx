import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FieldValues, useController } from 'react-hook-form';
import { zoneOption, zoneOptions } from '../../lib/time-zone';
import { AutocompleteInput } from './autocomplete-input';
import { Field } from './field';
import { Offer } from './offer';
import type { BoundFieldProps } from './form-text';

type FormTimeZoneProps<Values extends FieldValues> = BoundFieldProps<Values> & { readOnly?: boolean };

/** An IANA time zone, found by its city, its region or its offset. */
export function FormTimeZone<Values extends FieldValues>(props: FormTimeZoneProps<Values>) {
  const { control, name, readOnly, ...labels } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field {...labels} error={fieldState.error?.message}>
      {({ id, error, ...described }) => (
        <Offer
          id={id}
          options={zoneOptions()}
          value={zoneOption(field.value)}
          onChange={(_, option) => field.onChange(option.zone)}
          onBlur={field.onBlur}
          readOnly={readOnly}
          forcePopupIcon={!readOnly}
          disableClearable
          autoHighlight
          openOnFocus
          groupBy={({ region }) => region}
          getOptionLabel={({ city, offset }) => `${city} (${offset})`}
          getOptionKey={({ zone }) => zone}
          isOptionEqualToValue={(option, value) => option.zone === value.zone}
          // `kol`, `asia`, `5:30` and `Asia/Kolkata` all find Kolkata.
          textOf={({ zone, city, region, offset }) => `${zone} ${city} ${region} ${offset}`}
          renderOption={({ key, ...item }, { city, offset }) => (
            <Stack key={key} component="li" direction="row" {...item} sx={{ gap: 4 }}>
              <span>{city}</span>
              <Typography className="tabular" variant="body2" color="textSecondary" sx={{ ml: 'auto !important' }}>
                {offset}
              </Typography>
            </Stack>
          )}
          renderInput={({ fullWidth, slotProps }) => (
            <AutocompleteInput
              {...described}
              fullWidth={fullWidth}
              slotProps={slotProps}
              error={error}
              inputRef={field.ref}
            />
          )}
        />
      )}
    </Field>
  );
}
