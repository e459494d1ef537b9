import Stack from '@mui/material/Stack';
import type { StaffMember } from '@shifa/contract';
import { FormDrawer } from '../../../components/form/form-drawer';
import { useFocusOnFault } from '../../../components/form/use-focus-on-fault';
import { NewerVersion } from '../../../components/versions/newer-version';
import { VersionConflict } from '../../../components/versions/version-conflict';
import { FoldedFields } from './folded-fields';
import { PersonFields } from './person-fields';
import { type SavedPerson, useStaffForm } from './use-staff-form';

type StaffFormProps = {
  /** The person to edit; without one the form creates. */
  person?: StaffMember;
  onSaved: (person: SavedPerson) => void;
  onClose: () => void;
};

/** Creates or edits a person in a drawer. */
export function StaffForm({ person, onSaved, onClose }: StaffFormProps) {
  const state = useStaffForm({ person, onSaved, onUnchanged: onClose });
  const { form } = state;
  const fields = useFocusOnFault(state.attempts);
  return (
    <FormDrawer
      open
      title={person ? 'Edit person' : 'New person'}
      verb={person ? 'Save changes' : 'Create person'}
      dirty={form.formState.isDirty}
      pending={state.saving}
      error={state.fault}
      onSubmit={() => void state.submit()}
      onClose={onClose}
    >
      <Stack ref={fields} sx={{ gap: 4 }}>
        {state.newer && (
          <NewerVersion change={state.newer} loading={state.loadingNewer} onLoad={() => state.loadNewer()} />
        )}
        {state.conflict && <VersionConflict conflict={state.conflict} onDecide={state.decide} />}
        <PersonFields form={form} person={state.base} />
        <FoldedFields form={form} />
      </Stack>
    </FormDrawer>
  );
}
