import { UnbuiltPage } from '../unbuilt-page';
import { RequirePermission } from '../require-permission';

export function AttendanceRoute() {
  return (
    <RequirePermission permission="attendance.view">
      <UnbuiltPage title="Attendance Tracking">
        Clocking in and out, and the record of each day, will be kept here.
      </UnbuiltPage>
    </RequirePermission>
  );
}
