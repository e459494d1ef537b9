import type { LaboratoryStatus } from '@shifa/contract';
import { api } from '../../lib/api';
import { pageQuery } from '../../lib/queries';

export const dashboardQueries = {
  /** How many laboratories there are in one state; counted again whenever lists of laboratories are fetched again. */
  laboratoryCount: (status: LaboratoryStatus) => ({
    ...pageQuery(api.laboratories.list, { query: { status: [status], limit: 1 } }),
    select: ({ pagination }: { pagination: { total: number } }) => pagination.total,
  }),
};
