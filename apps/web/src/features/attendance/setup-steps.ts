import type { SetupStep } from '../../screens/setup/setup-steps';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { laboratoryDetail } from '../../data/laboratory-detail';
import { checkOf, queryOf } from '../../data/queries';

export const calendarSetupStep: SetupStep = {
  label: 'Set shifts and holidays',
  path: paths.shifts,
  copiedAt: paths.copyToLaboratory,
  permission: 'laboratories.view',
  required: false,
  done: (laboratoryId) => checkOf(laboratoryDetail(laboratoryId), ({ holidays }) => holidays.length > 0),
};

export const displaySetupStep: SetupStep = {
  label: 'Pair a wall display',
  path: paths.wallDisplays,
  permission: 'attendance.create',
  required: false,
  done: (laboratoryId) =>
    checkOf(queryOf(api.displays.list, { query: { laboratoryId } }), (displays) => displays.length > 0),
};
