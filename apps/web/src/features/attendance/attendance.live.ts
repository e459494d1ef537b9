import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../data/api';
import { live } from '../../data/live';
import { keyOf, keyOfAll } from '../../data/queries';
import type { Live } from '../../data/socket';
import { attendanceResource, leaveResource } from './attendance.resource';
import { swapResource } from './swaps/swap.resource';

/** Whether a month is closed decides who may change its days. */
export const monthKeys = [keyOfAll('monthSheets'), keyOfAll('attendance'), keyOfAll('leaves')];

/** Others' clockings, decisions and leaves reach every open board, list and record. */
export const attendanceLive = live({
  'attendance:*': ({ _id }) => attendanceResource.staleKeys(_id),
  'month:updated': () => monthKeys,
  'roster:planned': () => [keyOf(api.rosters.board)],
  'roster:published': () => [keyOf(api.rosters.board), keyOf(api.rosters.mine), ...attendanceResource.staleKeys()],
  'roster-swap:updated': ({ _id }) => swapResource.staleKeys(_id),
  'open-shift:updated': () => [keyOf(api.openShifts.list)],
  'leave:updated': ({ _id }) => [
    ...[...leaveResource.staleKeys(_id), ...attendanceResource.staleKeys()],
    // Leave on a planned day is a conflict of the roster.
    keyOf(api.rosters.board),
  ],
});

/** What was clocked without a network is sent once there is one. */
export const clockingLive: Live = (socket, queryClient) => {
  socket.on('connect', () => void sendWaiting(queryClient));
};

/** Hardly anybody has something waiting, so its code does not delay the first page. */
async function sendWaiting(queryClient: QueryClient): Promise<void> {
  try {
    const { sendOfflinePunches } = await import('./scan/offline-punches');
    await sendOfflinePunches(queryClient);
  } catch {
    // What waits is sent at the next connection, or when the attendance is opened.
  }
}
