import type { Transaction } from '@shifa/contract';
import { Banner } from '../../../components/banner';
import { RelativeTime } from '../../../components/relative-time';

const BACK = 'Saving sends it back for approval.';

/** What is to be known before an entry is changed: why it was rejected, who approved it, what it reverses. */
export function EditNotice({ entry }: { entry: Transaction }) {
  const { status, rejection, approvals, reversalOf } = entry;
  return (
    <>
      {rejection && status === 'rejected' && (
        <Banner tone="error">
          Rejected by <strong>{rejection.by.name}</strong>, <RelativeTime instant={rejection.at} />: {rejection.reason}
          <div>{BACK}</div>
        </Banner>
      )}
      {status === 'partially_approved' && (
        <Banner tone="warning">
          {approvals.map(({ by }) => by.name).join(' and ')} approved this entry as it stands. {BACK}
        </Banner>
      )}
      {reversalOf && (
        <Banner tone="info">
          This entry reverses {reversalOf.transactionNo} and has its type, amount, category and method from there.
        </Banner>
      )}
    </>
  );
}
