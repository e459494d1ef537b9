import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './api';

/**
 * The laboratories within the person's reach for a select box: what is not archived, by name. Fetched again whenever a
 * laboratory changes.
 */
export const laboratoryOptions = queryOptions({
  queryKey: ['laboratories', 'options'],
  queryFn: async ({ signal }) => (await bodyOf(api.laboratories.options.query({ fetchOptions: { signal } }))).data,
});
