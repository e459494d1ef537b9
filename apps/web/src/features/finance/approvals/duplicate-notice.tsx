import { transactionStatusLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../components/banner';
import { formatDay, formatMoney } from '../../../lib/format';
import { EntryLink } from '../detail/entry-link';
import { transactionQueries } from '../transaction.queries';

type DuplicateNoticeProps = { reference: string; laboratoryId: string; except: string };

/** Warns of other entries that bear the same reference; silent where there are none. */
export function DuplicateNotice(query: DuplicateNoticeProps) {
  const { data: duplicates = [] } = useQuery(transactionQueries.duplicates(query));
  if (duplicates.length === 0) return null;
  return (
    <Banner tone="warning">
      The reference {query.reference} was entered before:
      {duplicates.map((entry) => (
        <div key={entry._id} className="tabular">
          <EntryLink entry={entry} />, {formatDay(entry.date)}, {formatMoney(entry.amountPaise)},{' '}
          {transactionStatusLabels[entry.status].toLowerCase()}
        </div>
      ))}
    </Banner>
  );
}
