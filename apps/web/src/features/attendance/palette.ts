import type { PaletteSource } from '../../screens/palette-source';
import { newOn } from '../../ui/use-new-by-link';
import { paths } from '../../config/paths';
import { attendancePages } from './attendance.pages';

export const attendancePalette: PaletteSource = {
  title: 'Attendance',
  permission: 'attendance.view',
  pages: ({ permissions }) => attendancePages(permissions),
  actions: ({ permissions, laboratoryId }) => [
    { label: 'Clock in or out', path: paths.attendance, permission: 'attendance.clock' },
    { label: 'Scan the code on the wall', path: paths.attendanceScan, permission: 'attendance.clock' },
    ...(laboratoryId === null
      ? []
      : [{ label: 'Request leave', path: newOn(paths.leaves), permission: 'leave.create' as const }]),
    ...(permissions['attendance.view'].scope === 'own'
      ? []
      : [
          {
            label: 'Enter attendance manually',
            path: newOn(paths.attendanceRecords),
            permission: 'attendance.create' as const,
          },
        ]),
  ],
};
