import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Laboratory, LaboratoryEvent, LaboratoryStatus } from '@shifa/contract';
import { useSnackbar } from 'notistack';
import { useEffect, useRef } from 'react';
import { Banner } from '../../../components/banner';
import { Field } from '../../../components/form/field';
import { FormDrawer } from '../../../components/form/form-drawer';
import { RelativeTime } from '../../../components/relative-time';
import { useUser } from '../../../lib/use-session';
import { LaboratoryStatusChip } from '../laboratory-status';
import { NETWORK_ONLY, useReachesNetwork } from '../use-laboratory-actions';
import { IdentityFields } from './identity-fields';
import { LaboratoryConflict } from './laboratory-conflict';
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
          <NewerVersion change={state.newer} loading={state.loadingNewer} onLoad={() => state.loadNewer()} />
        )}
        {state.conflict && <LaboratoryConflict conflict={state.conflict} onDecide={state.decide} />}
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

/** After a refusal the first field that is at fault gets the focus, wherever it is folded away. */
function useFocusOnFault(attempts: number) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts === 0) return;
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [attempts]);
  return fields;
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

type NewerVersionProps = { change: LaboratoryEvent; loading: boolean; onLoad: () => void };

function NewerVersion({ change, loading, onLoad }: NewerVersionProps) {
  const { _id } = useUser();
  const who = change.by === null ? 'The system' : change.by._id === _id ? 'You, in another window,' : change.by.name;
  return (
    <Banner tone="info">
      <Typography component="span" sx={{ display: 'block', mb: 2 }}>
        <strong>{who}</strong> {change.status === 'archived' ? 'archived this laboratory' : 'saved a newer version'}{' '}
        <RelativeTime instant={change.at} />. What you typed stays.
      </Typography>
      <Button variant="outlined" color="inherit" size="small" loading={loading} onClick={onLoad}>
        Load the new version
      </Button>
    </Banner>
  );
}
