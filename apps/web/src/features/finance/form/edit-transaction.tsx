import Stack from '@mui/material/Stack';
import type { Transaction } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { Banner } from '../../../components/banner';
import { FormDrawer } from '../../../components/form/form-drawer';
import { LoadingDrawer } from '../../../components/form/loading-drawer';
import { useFocusOnFault } from '../../../components/form/use-focus-on-fault';
import { NewerVersion } from '../../../components/versions/newer-version';
import { VersionConflict } from '../../../components/versions/version-conflict';
import { transactionQueries } from '../transaction.queries';
import { EditNotice } from './edit-notice';
import { EntryFields } from './entry-fields';
import { valuesOf } from './transaction-values';
import { usePosting } from './use-posting';
import { useTransactionForm } from './use-transaction-form';

type EditTransactionProps = { id: string; onClose: () => void };

/** The form on an entry's newest version, which is fetched first. */
export function EditTransaction({ id, onClose }: EditTransactionProps) {
  const query = useQuery({ ...transactionQueries.detail(id), staleTime: 0 });
  // Later versions reach the open form as an offer; they must not take away what was typed.
  if (query.data && query.isFetchedAfterMount) return <EditForm stored={query.data} onClose={onClose} />;
  return <LoadingDrawer title="Edit entry" thing="entry" query={query} onClose={onClose} />;
}

function EditForm({ stored, onClose }: { stored: Transaction; onClose: () => void }) {
  const { enqueueSnackbar } = useSnackbar();
  const posting = usePosting(stored);
  const state = useTransactionForm({
    entry: stored,
    blank: valuesOf(stored),
    posting,
    onSaved: ({ transactionNo }) => {
      enqueueSnackbar(`${transactionNo} was saved`, { variant: 'success' });
      onClose();
    },
    onUnchanged: onClose,
  });
  const { form, base = stored } = state;
  const fields = useFocusOnFault(state.attempts);
  return (
    <FormDrawer
      open
      title={`Edit ${base.transactionNo}`}
      verb="Save changes"
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
        {base.actions.edit?.allowed ? (
          <EditNotice entry={base} />
        ) : (
          <Banner tone="error">{base.actions.edit?.reason}</Banner>
        )}
        <EntryFields form={form} posting={posting} entry={base} />
      </Stack>
    </FormDrawer>
  );
}
