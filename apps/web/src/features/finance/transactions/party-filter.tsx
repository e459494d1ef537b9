import { useQuery } from '@tanstack/react-query';
import { suggestedFilter } from '../../../ui/fields/suggested-filter';
import { partySuggestions } from '../transaction.resource';

/** A party by its full name, with suggestions from earlier entries. */
export const PartyFilter = suggestedFilter('Party', 'The full name, as entered.', usePartyNames);

function usePartyNames(search: string, open: boolean): string[] {
  const { data = [] } = useQuery({ ...partySuggestions(search === '' ? {} : { search }), enabled: open });
  return [...new Set(data.map(({ party }) => party))];
}
