import AccessTime from '@mui/icons-material/AccessTimeOutlined';
import { paths } from '../../config/paths';
import { UnbuiltPage } from '../unbuilt-page';
import type { Section } from './section';

const attendancePage = (
  <UnbuiltPage title="Attendance Tracking">
    Clocking in and out, and the record of each day, will be kept here.
  </UnbuiltPage>
);

export const attendance: Section = {
  path: paths.attendance,
  permission: 'attendance.view',
  navigation: { label: 'Attendance', short: 'Attendance', icon: <AccessTime />, everyone: true },
  pages: [{ index: true, element: attendancePage }],
};
