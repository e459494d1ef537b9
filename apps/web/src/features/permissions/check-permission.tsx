import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import {
  type Permission,
  permissions,
  permissionStructure,
  type Resource,
  roleLabels,
  type StaffOption,
} from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Field } from '../../components/form/field';
import { permissionLabel } from '../../lib/permission-label';
import { CheckAnswer } from './check-answer';
import { permissionQueries } from './permission.queries';

/** What is known of the question when it is opened. */
export type Question = { person?: StaffOption; permission?: Permission };

type CheckPermissionProps = { laboratoryId: string; question: Question; onClose: () => void };

/** May this person do this? The answer with the reason spelled out, and who could change it. */
export function CheckPermission({ laboratoryId, question, onClose }: CheckPermissionProps) {
  const id = useId();
  const [person, setPerson] = useState(question.person ?? null);
  const [permission, setPermission] = useState(question.permission ?? null);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Check a permission</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <PersonChoice laboratoryId={laboratoryId} value={person} onChange={setPerson} />
          <Field label="Permission">
            {({ id: input, error: _, ...described }) => (
              <Autocomplete<Permission>
                id={input}
                options={[...permissions]}
                value={permission}
                onChange={(_event, chosen) => setPermission(chosen)}
                groupBy={(option) => permissionStructure[option.split('.')[0] as Resource].label}
                getOptionLabel={permissionLabel}
                renderInput={({ slotProps: { input: root, htmlInput } }) => (
                  <OutlinedInput {...root} fullWidth inputProps={{ ...htmlInput, ...described }} placeholder="Choose" />
                )}
              />
            )}
          </Field>
          <div aria-live="polite">
            {person && permission && <CheckAnswer person={person} permission={permission} />}
          </div>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type PersonChoiceProps = {
  laboratoryId: string;
  value: StaffOption | null;
  onChange: (person: StaffOption | null) => void;
};

/** People of the laboratory, found by what is typed. */
function PersonChoice({ laboratoryId, value, onChange }: PersonChoiceProps) {
  const [typed, setTyped] = useState('');
  const search = typed === '' || typed === value?.name ? undefined : typed;
  const query = useQuery({
    ...permissionQueries.laboratory(laboratoryId, { page: 1, limit: 20, search }),
    placeholderData: keepPreviousData,
  });
  return (
    <Field label="Person">
      {({ id, error: _, ...described }) => (
        <Autocomplete<StaffOption>
          id={id}
          options={query.data?.data.map(({ user }) => user) ?? []}
          value={value}
          onChange={(_event, chosen) => onChange(chosen)}
          onInputChange={(_event, words) => setTyped(words.trim())}
          filterOptions={(options) => options}
          loading={query.isFetching}
          noOptionsText="Nobody fits"
          getOptionLabel={({ name }) => name}
          getOptionKey={({ _id }) => _id}
          isOptionEqualToValue={(one, other) => one._id === other._id}
          renderOption={({ key, ...props }, option) => (
            <li key={key} {...props}>
              {option.name} · {roleLabels[option.role]}
            </li>
          )}
          renderInput={({ slotProps: { input: root, htmlInput } }) => (
            <OutlinedInput
              {...root}
              fullWidth
              inputProps={{ ...htmlInput, ...described }}
              placeholder="Search by name"
            />
          )}
        />
      )}
    </Field>
  );
}
