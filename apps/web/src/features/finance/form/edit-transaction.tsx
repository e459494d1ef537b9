import type { Transaction } from '@shifa/contract';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { Banner } from '../../../ui/feedback/banner';
import { NewestRecord } from '../../../screens/form/record-form';
import { RelativeTime } from '../../../ui/relative-time';
import { transactionResource } from '../transaction.resource';
import { EntryFields } from './entry-fields';
import { usePostingContext } from './posting-context';
import { EntryForm, valuesOf } from './entry-form';
import { joined } from '../../../lib/format';

type EditTransactionProps = { id: string; onSaved?: (entry: Transaction) => void; onClose: () => void };

/** The form for an entry, whose newest version is fetched first. */
export function EditTransaction({ id, ...props }: EditTransactionProps) {
  return (
    <NewestRecord resource={transactionResource} id={id} onClose={props.onClose}>
      {(newest) => <EditForm {...props} stored={newest} />}
    </NewestRecord>
  );
}

function EditForm({ stored, onSaved, onClose }: Omit<EditTransactionProps, 'id'> & { stored: Transaction }) {
  const posting = usePostingContext(stored);
  return (
    <EntryForm
      document={stored}
      blank={valuesOf(stored)}
      posting={posting}
      title={`Edit ${stored.transactionNo}`}
      verb="Save changes"
      success={({ transactionNo }) => `${transactionNo} was saved`}
      disabledReason={(entry) => disabledReasonOf(entry?.actions.edit)}
      onSaved={(saved) => {
        onClose();
        onSaved?.(saved);
      }}
      onClose={onClose}
    >
      {({ form, base = stored }) => (
        <>
          {disabledReasonOf(base.actions.edit) === undefined && <EditNotice entry={base} />}
          <EntryFields form={form} posting={posting} entry={base} />
        </>
      )}
    </EntryForm>
  );
}

const RESUBMITS = 'Saving the entry restarts its approval.';

/** What matters before an entry is changed: its rejection, its approvals, or the entry that it reverses. */
function EditNotice({ entry }: { entry: Transaction }) {
  const { status, rejection, approvals, reversalOf, credit, bill } = entry;
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
          {joined(approvals.map(({ by }) => by.name))} approved this entry in its current form. {RESUBMITS}
        </Banner>
      )}
      {bill && (
        <Banner tone="info">
          Amount and party are those of bill {bill.number}. If they&apos;re wrong, cancel the entry and enter the bill
          again.
        </Banner>
      )}
      {credit && (
        <Banner tone="info">
          This is credit note {credit.number}. Only the description can be changed. If anything else is wrong, cancel
          the entry and enter the credit note again.
        </Banner>
      )}
      {reversalOf && !credit && (
        <Banner tone="info">
          This entry reverses {reversalOf.transactionNo} and copies its type, amount, category and method.
        </Banner>
      )}
    </>
  );
}
