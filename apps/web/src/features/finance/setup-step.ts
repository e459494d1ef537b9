import type { SetupStep } from '../../components/setup-steps';
import { paths } from '../../config/paths';
import { api } from '../../lib/api';
import { hasAny, pageQuery } from '../../lib/queries';

export const entrySetupStep: SetupStep = {
  label: 'Enter the first income or expense',
  path: paths.transactions,
  permission: 'transactions.view',
  required: true,
  done: (laboratoryId) =>
    hasAny(pageQuery(api.transactions.list, { query: { laboratoryId: [laboratoryId], limit: 1 } })),
};
