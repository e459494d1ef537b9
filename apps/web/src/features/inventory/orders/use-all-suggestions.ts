import { MAX_PAGE_LIMIT, type ReorderSuggestion, type ReorderTotalsQuery } from '@shifa/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api';
import { keyOf, pageQuery } from '../../../data/queries';

/** Every suggestion, whatever number of pages they take. */
export function useAllSuggestions(filter: ReorderTotalsQuery) {
  const queryClient = useQueryClient();
  return queryOptions({
    queryKey: [...keyOf(api.stockAlerts.reorder), 'all', filter],
    queryFn: async () => {
      const suggestions: ReorderSuggestion[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const query = { ...filter, page, limit: MAX_PAGE_LIMIT };
        const { data, pagination } = await queryClient.query({
          ...pageQuery(api.stockAlerts.reorder, { query }),
          staleTime: 0,
        });
        suggestions.push(...data);
        pages = pagination.pages;
      }
      return suggestions;
    },
  });
}
