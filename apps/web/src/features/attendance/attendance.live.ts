import { live } from '../../lib/live';
import { attendanceResource, leaveResource } from './attendance.resource';

/** Others' clockings, decisions and leaves reach every open board, list and record. */
export const attendanceLive = live({
  'attendance:*': ({ _id }) => attendanceResource.staleKeys(_id),
  'leave:updated': ({ _id }) => [...leaveResource.staleKeys(_id), ...attendanceResource.staleKeys()],
});
