import type { SetupStep } from '../../screens/setup/setup-steps';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { hasAny, pageQuery } from '../../data/queries';

export const stockSetupStep: SetupStep = {
  label: 'Import the stock',
  path: paths.inventory,
  permission: 'inventory.view',
  required: true,
  done: (laboratoryId) => hasAny(pageQuery(api.inventory.list, { query: { laboratoryId: [laboratoryId], limit: 1 } })),
};
