import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './api';

/** One laboratory with its policies, for its own page and for whoever works by its rules. */
export const laboratoryDetail = (id: string) =>
  queryOptions({
    queryKey: ['laboratories', 'detail', id],
    queryFn: async ({ signal }) =>
      (await bodyOf(api.laboratories.get.query({ params: { id }, fetchOptions: { signal } }))).data,
  });
