import type { AttendanceRecord, ClockState } from '@shifa/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../data/api';
import { useIdempotentSend } from '../../../data/idempotency';
import { useLastState } from '../../../data/last-state';
import { send } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { attendanceResource, clockQuery } from '../attendance.resource';
import { assertSignedIn, isRecentCode, isRefusal, offlinePunches, sendEarlierPunches } from '../scan/offline-punches';
import { type Evidence, evidence, locateAhead } from './evidence';

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
 * The person's own clock. A clocking that the server hasn't decided on, such as one that didn't reach it or whose answer
 * was lost, is kept on the device until it has.
 */
export function useClock() {
  const { _id: owner, laboratoryId: home } = useUser();
  useEffect(() => {
    const locate = () => {
      if (document.visibilityState === 'visible') void locateAhead();
    };
    locate();
    document.addEventListener('visibilitychange', locate);
    return () => document.removeEventListener('visibilitychange', locate);
  }, []);
  const queryClient = useQueryClient();
  const query = useQuery(clockQuery);
  const sendOnce = useIdempotentSend();
  const isLast = useLastState(clockQuery.queryKey) !== undefined;
  const saysWhatNext = !isLast && Object.keys(query.data?.actions ?? {}).length > 0;
  // Without an answer, what is known says where the person stood, and not what they can do.
  const clock = query.isError && !saysWhatNext ? undefined : query.data;

  const request = useMutation({
    mutationFn: async ({ action, qrToken, laboratoryId }: ClockRequest): Promise<Outcome> => {
      const scannedAt = new Date().toISOString();
      // Clocking in again after clocking out is another request, and so is clocking in on the next day.
      const about = [action, qrToken, laboratoryId, clock?.today, clock?.record?.version];
      if (action !== 'clockIn' && action !== 'clockOut') {
        return sendOnce(about, (key) => send(api.attendance[action], { body: {} }, { key }));
      }
      // Once it is kept, the queue sends it: the next tap is another clocking, with a key of its own.
      return sendOnce(about, async (id): Promise<Outcome> => {
        // A code that is confirmed long after it was scanned says nothing of this tap.
        const code = isRecentCode(qrToken, scannedAt) ? qrToken : undefined;
        const punch = {
          id,
          action: action === 'clockIn' ? 'clock_in' : 'clock_out',
          qrToken: code,
          scannedAt,
          sent: navigator.onLine,
        } as const;
        // Without a laboratory of one's own, a tap alone says too little.
        const canBeKept = code !== undefined || home !== null;
        const keep = (more: Evidence = {}) => canBeKept && offlinePunches.begin(owner, { ...punch, ...more });
        keep();
        const found = await evidence();
        const isKept = keep(found);
        if (isKept && !(await sendEarlierPunches(queryClient, owner, id))) {
          offlinePunches.release(owner, id);
          return 'kept';
        }
        try {
          assertSignedIn(owner);
          const record = await send(api.attendance[action], { body: { ...found, qrToken, laboratoryId } }, { key: id });
          offlinePunches.discard(owner, id);
          return record;
        } catch (error) {
          if (isKept && !isRefusal(error)) {
            offlinePunches.release(owner, id);
            return 'kept';
          }
          offlinePunches.discard(owner, id);
          throw error;
        }
      });
    },
    onSuccess: (outcome) => {
      if (outcome === 'kept') return;
      // What can be done next is the server's to say. What was done does not wait for it.
      queryClient.setQueryData(
        clockQuery.queryKey,
        (known) => known && clockAfter(known, query.dataUpdatedAt, outcome),
      );
    },
    onSettled: () => void attendanceResource.invalidate(queryClient),
  });

  return { clock, last: clock ? undefined : query.data, query, request };
}

/** @param readAt when the known one was read, on this device's clock. */
function clockAfter(known: ClockState, readAt: number, record: AttendanceRecord): ClockState {
  const state = !record.open ? 'out' : record.onBreak ? 'on_break' : 'in';
  const now = new Date(Date.parse(known.now) + Date.now() - readAt).toISOString();
  return { ...known, record, state, now, actions: {} };
}
