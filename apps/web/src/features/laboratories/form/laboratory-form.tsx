import Stack from '@mui/material/Stack';
import type { Laboratory, LaboratoryStatus } from '@shifa/contract';
import { useSnackbar } from 'notistack';
import { Field } from '../../../components/form/field';
import { FormDrawer } from '../../../components/form/form-drawer';
import { useFocusOnFault } from '../../../components/form/use-focus-on-fault';
import { NewerVersion } from '../../../components/versions/newer-version';
import { VersionConflict } from '../../../components/versions/version-conflict';
import { LaboratoryStatusChip } from '../laboratory-status';
import { NETWORK_ONLY, useReachesNetwork } from '../use-laboratory-actions';
import { IdentityFields } from './identity-fields';
import { PlaceFields } from './place-fields';
import { FoldedFields } from './folded-fields';
import { useLaboratoryForm } from './use-laboratory-form';

type LaboratoryFormProps = {
  /** The laboratory to edit; without one the form creates. */
  laboratory?: Laboratory;
  onSaved?: (laboratory: Laboratory) => void;
  onClose: () => void;
};

/** Creates or edits a laboratory in a drawer. */
export function LaboratoryForm({ laboratory, onSaved, onClose }: LaboratoryFormProps) {
  const { enqueueSnackbar } = useSnackbar();
  const reachesNetwork = useReachesNetwork();
  const state = useLaboratoryForm({
    laboratory,
    onSaved: (saved) => {
      enqueueSnackbar(`${saved.name} was ${laboratory ? 'saved' : 'created'}`, { variant: 'success' });
      onClose();
      onSaved?.(saved);
    },
    onUnchanged: onClose,
  });
  const { form, base } = state;
  const fields = useFocusOnFault(state.attempts);
  const verb = laboratory ? 'Save changes' : 'Create laboratory';
  return (
    <FormDrawer
      open
      title={laboratory ? 'Edit laboratory' : 'New laboratory'}
      verb={verb}
      dirty={form.formState.isDirty}
      pending={state.saving}
      error={state.fault}
      onSubmit={() => void state.submit()}
      onClose={onClose}
    >
      <Stack ref={fields} sx={{ gap: 4 }}>
        {state.newer && (
          <NewerVersion
            change={state.newer}
            deed={state.change?.status === 'archived' ? 'archived this laboratory' : undefined}
            loading={state.loadingNewer}
            onLoad={() => state.loadNewer()}
          />
        )}
        {state.conflict && <VersionConflict conflict={state.conflict} onDecide={state.decide} />}
        <IdentityFields control={form.control} codeLockedBecause={base && codeLock(base, reachesNetwork)} />
        {base && <StatusField status={base.status} reachesNetwork={reachesNetwork} />}
        <PlaceFields control={form.control} />
        <FoldedFields form={form} reachesNetwork={reachesNetwork} />
      </Stack>
    </FormDrawer>
  );
}

function codeLock({ codeFrozen }: Laboratory, reachesNetwork: boolean): string | undefined {
  if (codeFrozen) return 'Records already carry this code, so it can no longer change.';
  return reachesNetwork ? undefined : `${NETWORK_ONLY}.`;
}

/** Shown here and changed elsewhere: suspending asks before it does anything. */
function StatusField({ status, reachesNetwork }: { status: LaboratoryStatus; reachesNetwork: boolean }) {
  const help = reachesNetwork ? 'Suspend or resume the laboratory from its menu.' : `${NETWORK_ONLY}.`;
  return (
    <Field label="Status" help={help}>
      {({ id }) => (
        <output id={id}>
          <LaboratoryStatusChip status={status} />
        </output>
      )}
    </Field>
  );
}
