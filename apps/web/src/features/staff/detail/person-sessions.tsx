import type { StaffMember } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { SessionCard } from '../../../screens/session-card';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';

const AFTERWARDS = 'They can sign in again, and unsaved input is kept on the device.';

/** The person's sessions, which can be ended one by one or all at once. */
export function PersonSessions({ person: { _id: id, name, actions } }: { person: StaffMember }) {
  const sessions = queryOf(api.staff.sessions, { params: { id } });
  const query = useQuery(sessions);
  return (
    <SessionCard
      title="Signed-in devices"
      query={query}
      what="the sessions"
      all={{
        offered: (query.data?.length ?? 0) > 1,
        label: 'End all',
        title: 'End all sessions',
        verb: 'End all',
        question: `${name} is signed out everywhere at once. ${AFTERWARDS}`,
        success: 'All sessions ended',
      }}
      questionOf={({ device }) => `${name} is signed out of ${device} at once. ${AFTERWARDS}`}
      disabledReason={disabledReasonOf(actions.endSessions)}
      end={(sessionId, signal) =>
        sessionId === undefined
          ? api.staff.endSessions.mutate({ params: { id }, fetchOptions: { signal } })
          : api.staff.endSession.mutate({ params: { id, sessionId }, fetchOptions: { signal } })
      }
      stale={sessions.queryKey}
    />
  );
}
