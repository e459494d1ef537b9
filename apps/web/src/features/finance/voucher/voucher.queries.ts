import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../lib/api';

/** Name, address and phone of a laboratory, for the head of its papers. */
export const letterhead = (laboratoryId: string) =>
  queryOptions({
    queryKey: ['laboratories', 'letterhead', laboratoryId],
    queryFn: async ({ signal }) =>
      (await bodyOf(api.laboratories.get.query({ params: { id: laboratoryId }, fetchOptions: { signal } }))).data,
  });
