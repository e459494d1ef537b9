import type { LaboratoryStatus } from '@shifa/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../lib/api';

const laboratoryCounts = ['dashboard', 'laboratory-count'];

export const dashboardQueries = {
  laboratoryCounts,
  /** How many laboratories there are in one state. */
  laboratoryCount: (status: LaboratoryStatus) =>
    queryOptions({
      queryKey: [...laboratoryCounts, status],
      queryFn: async ({ signal }) => {
        const answer = api.laboratories.list.query({ query: { status: [status], limit: 1 }, fetchOptions: { signal } });
        return (await bodyOf(answer)).pagination.total;
      },
    }),
};
