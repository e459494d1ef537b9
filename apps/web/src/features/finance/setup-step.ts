import type { SetupStep } from '../../screens/setup/setup-steps';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { hasAny, pageQuery } from '../../data/queries';

export const entrySetupStep: SetupStep = {
  label: 'Enter the first income or expense',
  path: paths.transactions,
  permission: 'transactions.view',
  required: true,
  done: (laboratoryId) =>
    hasAny(pageQuery(api.transactions.list, { query: { laboratoryId: [laboratoryId], limit: 1 } })),
};
