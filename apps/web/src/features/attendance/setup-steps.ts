import type { SetupStep } from '../../components/setup-steps';
import { paths } from '../../config/paths';
import { api } from '../../lib/api';
import { laboratoryDetail } from '../../lib/laboratory-detail';
import { checkOf, queryOf } from '../../lib/queries';

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
