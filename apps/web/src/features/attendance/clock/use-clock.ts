import type { AttendanceRecord, ClockState } from '@shifa/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { ApiError } from '../../../lib/api-error';
import { useIdempotentSend } from '../../../lib/idempotency';
import { queryOf, send } from '../../../lib/queries';
import { useUser } from '../../../lib/use-session';
import { attendanceResource } from '../attendance.resource';
import { offlinePunches } from '../scan/offline-punches';
import { evidence } from './evidence';

export const clockQuery = queryOf(api.attendance.clock);

export type ClockAction = keyof ClockState['actions'];

export type ClockRequest = {
  action: ClockAction;
  /** The token of a scanned code. */
  qrToken?: string | undefined;
  /** Only for people who belong to no laboratory. */
  laboratoryId?: string | undefined;
};

/** What a request led to: the record, or nothing yet if the clocking waits on this device. */
type Outcome = AttendanceRecord | 'kept';

/**
 * The person's own clock. A scanned code whose request reaches no server is kept on the device, as its time is that of
 * the code.
 */
export function useClock() {
  const { _id: owner } = useUser();
  const queryClient = useQueryClient();
  const query = useQuery(clockQuery);
  const sendOnce = useIdempotentSend();
  const clock = query.data;

  const request = useMutation({
    mutationFn: async ({ action, qrToken, laboratoryId }: ClockRequest): Promise<Outcome> => {
      // Clocking in again after clocking out is another request, and so is clocking in on the next day.
      const about = [action, qrToken, laboratoryId, clock?.today, clock?.record?.version];
      const isPunch = action === 'clockIn' || action === 'clockOut';
      const found = isPunch ? await evidence() : {};
      try {
        return await sendOnce(about, (key) => {
          const headers = { 'idempotency-key': key };
          return isPunch
            ? send(api.attendance[action], { body: { ...found, qrToken, laboratoryId }, headers })
            : send(api.attendance[action], { body: {}, headers });
        });
      } catch (error) {
        if (!isPunch || qrToken === undefined || !(error instanceof ApiError && error.status === 0)) throw error;
        offlinePunches.add(owner, { action: action === 'clockIn' ? 'clock_in' : 'clock_out', qrToken, ...found });
        return 'kept';
      }
    },
    onSuccess: async (outcome) => {
      if (outcome === 'kept') return;
      // What can be done next is the server's to say, and follows at once.
      queryClient.setQueryData(clockQuery.queryKey, (known) => known && clockAfter(known, outcome));
      await queryClient.invalidateQueries(clockQuery);
    },
    onSettled: () => void attendanceResource.invalidate(queryClient),
  });

  return { clock, query, request };
}

function clockAfter(known: ClockState, record: AttendanceRecord): ClockState {
  const state = !record.open ? 'out' : record.onBreak ? 'on_break' : 'in';
  return { ...known, record, state, actions: {} };
}
