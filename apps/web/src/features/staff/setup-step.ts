import type { SetupStep } from '../../screens/setup/setup-steps';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { hasAny, pageQuery } from '../../data/queries';

export const peopleSetupStep: SetupStep = {
  label: 'Add people, or import a list',
  path: paths.staff,
  permission: 'staff.view',
  required: true,
  done: (laboratoryId) => hasAny(pageQuery(api.staff.list, { query: { laboratoryId: [laboratoryId], limit: 1 } })),
};
