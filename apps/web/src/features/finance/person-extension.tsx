import { waitingStatuses } from '@shifa/contract';
import { CountedLists } from '../../screens/detail/counted-figures';
import type { PersonExtension, PersonSectionProps } from '../../screens/detail/person-extensions';
import { paths } from '../../config/paths';
import { countOf } from '../../data/queries';
import { withQuery } from '../../lib/with-query';
import { transactionResource } from './transaction.resource';

export const entriesOfPerson: PersonExtension = {
  title: 'Entries',
  permission: 'transactions.view',
  Section: PersonEntries,
};

/** The entries that the person entered. */
function PersonEntries({ person: { _id: enteredBy } }: PersonSectionProps) {
  const filters = { Entered: { enteredBy }, 'Pending approval': { enteredBy, status: waitingStatuses } };
  return (
    <CountedLists
      failed="Couldn't load the entries"
      lists={Object.entries(filters).map(([label, filter]) => ({
        label,
        count: countOf(transactionResource.page({ ...filter, limit: 1 })),
        to: withQuery(paths.transactions, filter),
      }))}
    />
  );
}
