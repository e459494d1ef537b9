import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../ui/fields/field';
import { laboratoryOptions } from '../../../data/laboratory-options';

type LaboratoryChoiceProps = { value: string | undefined; onChange: (laboratoryId: string) => void };

/** For people who belong to no laboratory. */
export function LaboratoryChoice({ value = '', onChange }: LaboratoryChoiceProps) {
  const { data = [] } = useQuery(laboratoryOptions);
  return (
    <Field label="Laboratory">
      {({ id, error, ...described }) => (
        <Select
          value={data.some(({ _id }) => _id === value) ? value : ''}
          displayEmpty
          renderValue={(chosen) => data.find(({ _id }) => _id === chosen)?.name ?? 'Choose a laboratory'}
          onChange={(event) => onChange(event.target.value)}
          error={error}
          labelId={`${id}-label`}
          SelectDisplayProps={{ id }}
          inputProps={described}
          sx={{ minWidth: 240, maxWidth: '100%' }}
        >
          {data.map(({ _id, name }) => (
            <MenuItem key={_id} value={_id}>
              {name}
            </MenuItem>
          ))}
        </Select>
      )}
    </Field>
  );
}
