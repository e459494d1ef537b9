import type { Transaction } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { Banner } from '../../../ui/feedback/banner';
import { LoadingDrawer } from '../../../ui/drawers/loading-drawer';
import { RelativeTime } from '../../../ui/relative-time';
import { VersionedDrawer } from '../../../screens/form/versioned-drawer';
import { describeEvent } from '../conflict';
import { transactionResource } from '../transaction.resource';
import { DuplicateQuestion } from './duplicate-question';
import { EntryFields } from './entry-fields';
import { usePostingContext } from './posting-context';
import { useTransactionForm, valuesOf } from './use-transaction-form';

type EditTransactionProps = { id: string; onSaved?: (entry: Transaction) => void; onClose: () => void };

/** The form for an entry, whose newest version is fetched first. */
export function EditTransaction({ id, ...props }: EditTransactionProps) {
  const query = useQuery({ ...transactionResource.detail(id), staleTime: 0 });
  // Later versions are offered in the open form; they must not replace what the user typed.
  if (query.data && query.isFetchedAfterMount) return <EditForm {...props} stored={query.data} />;
  return <LoadingDrawer title="Edit entry" thing="entry" query={query} onClose={props.onClose} />;
}

function EditForm({ stored, onSaved, onClose }: Omit<EditTransactionProps, 'id'> & { stored: Transaction }) {
  const { enqueueSnackbar } = useSnackbar();
  const posting = usePostingContext(stored);
  const state = useTransactionForm({
    entry: stored,
    blank: valuesOf(stored),
    posting,
    onSaved: (saved) => {
      enqueueSnackbar(`${saved.transactionNo} was saved`, { variant: 'success' });
      onClose();
      onSaved?.(saved);
    },
    onUnchanged: onClose,
  });
  const { form, base = stored } = state;
  const disabledReason = disabledReasonOf(base.actions.edit);
  return (
    <VersionedDrawer
      state={state}
      title={`Edit ${base.transactionNo}`}
      verb="Save changes"
      disabledReason={disabledReason}
      newerAction={state.newer && `${describeEvent(state.newer)} this entry`}
      onClose={onClose}
    >
      {disabledReason === undefined && <EditNotice entry={base} />}
      <EntryFields form={form} posting={posting} entry={base} />
      <DuplicateQuestion state={state} />
    </VersionedDrawer>
  );
}

const RESUBMITS = 'Saving the entry restarts its approval.';

/** What matters before an entry is changed: its rejection, its approvals, or the entry that it reverses. */
function EditNotice({ entry }: { entry: Transaction }) {
  const { status, rejection, approvals, reversalOf } = entry;
  return (
    <>
      {rejection && status === 'rejected' && (
        <Banner tone="error">
          Rejected by <strong>{rejection.by.name}</strong>, <RelativeTime instant={rejection.at} />: {rejection.reason}
          <div>{RESUBMITS}</div>
        </Banner>
      )}
      {status === 'partially_approved' && (
        <Banner tone="warning">
          {approvals.map(({ by }) => by.name).join(' and ')} approved this entry in its current form. {RESUBMITS}
        </Banner>
      )}
      {reversalOf && (
        <Banner tone="info">
          This entry reverses {reversalOf.transactionNo} and copies its type, amount, category and method.
        </Banner>
      )}
    </>
  );
}
