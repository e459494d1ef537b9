import { MAX_PAGE_LIMIT, type StaffListItem } from '@shifa/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../lib/api';
import type { StaffFilter } from '../staff-list-state';
import { inQuery, staffQueries } from '../staff.queries';

/** More than this nobody prints; the page says who is missing. */
const MOST_PEOPLE = 2_000;

type Directory = {
  people: StaffListItem[];
  /** How many the filters let through, printed or not. */
  total: number;
  /** When it was read, ISO 8601. */
  at: string;
};

/** Everyone whom the filters let through, page after page, as far as anybody prints. */
export function directoryQuery(filter: StaffFilter) {
  return queryOptions({
    queryKey: [...staffQueries.lists, 'directory', filter],
    queryFn: async ({ signal }): Promise<Directory> => {
      const people: StaffListItem[] = [];
      for (let page = 1; ; page += 1) {
        const query = { ...inQuery(filter), page, limit: MAX_PAGE_LIMIT };
        const { data, pagination } = await bodyOf(api.staff.list.query({ query, fetchOptions: { signal } }));
        people.push(...data);
        if (page >= pagination.pages || people.length >= MOST_PEOPLE) {
          return { people, total: pagination.total, at: new Date().toISOString() };
        }
      }
    },
  });
}
