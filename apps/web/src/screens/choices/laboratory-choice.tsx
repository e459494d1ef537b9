import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useQuery } from '@tanstack/react-query';
import { laboratoryOptions } from '../../data/laboratory-options';
import { Field } from '../../ui/fields/field';

type LaboratoryChoiceProps = {
  label?: string;
  value: string | undefined;
  onChange: (laboratoryId: string) => void;
  fullWidth?: boolean;
};

/** One of the laboratories that the viewer sees, which has to be chosen first. */
export function LaboratoryChoice({ label = 'Laboratory', value = '', onChange, fullWidth }: LaboratoryChoiceProps) {
  const { data = [] } = useQuery(laboratoryOptions);
  return (
    <Field label={label}>
      {({ id, error, ...described }) => (
        <Select
          value={data.some(({ _id }) => _id === value) ? value : ''}
          displayEmpty
          fullWidth={fullWidth}
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
