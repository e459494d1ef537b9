import Typography from '@mui/material/Typography';
import type { Session, StaffMember } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { ActionButton } from '../../../screens/actions/permission-button';
import { SectionCard } from '../../../ui/section-card';
import { SessionList } from '../../../screens/session-list';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';

const sessionsOf = (id: string) => queryOf(api.staff.sessions, { params: { id } });

/** The person's sessions, which can be ended one by one or all at once. */
export function PersonSessions({ person }: { person: StaffMember }) {
  const query = useQuery(sessionsOf(person._id));
  const [asking, setAsking] = useState<Session | 'all'>();
  const close = () => setAsking(undefined);
  const end = useEndSessions(person._id, close);
  const sessions = query.data ?? [];
  const disabledReason = disabledReasonOf(person.actions.endSessions);
  return (
    <SectionCard
      title="Signed-in devices"
      action={
        sessions.length > 1 && (
          <ActionButton disabledReason={disabledReason} size="small" color="error" onClick={() => setAsking('all')}>
            End all
          </ActionButton>
        )
      }
    >
      {!query.data && <NotLoaded query={query} what="the sessions" skeleton={56} />}
      {query.data?.length === 0 && <Typography color="textSecondary">Not signed in anywhere.</Typography>}
      <SessionList
        sessions={sessions}
        actionFor={(session) => (
          <ActionButton
            disabledReason={disabledReason}
            size="small"
            variant="outlined"
            color="inherit"
            aria-label={`End the session on ${session.device}`}
            onClick={() => setAsking(session)}
          >
            End
          </ActionButton>
        )}
      />
      {asking && (
        <ConfirmDialog
          open
          title={asking === 'all' ? 'End all sessions' : 'End session'}
          verb={asking === 'all' ? 'End all' : 'End session'}
          destructive
          pending={end.isPending}
          error={end.fault}
          onConfirm={() => end.mutate(asking)}
          onStop={end.stop}
          onCancel={close}
        >
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            <strong>{person.name}</strong> is signed out {asking === 'all' ? 'everywhere' : <>of {asking.device}</>} at
            once. They can sign in again, and unsaved input is kept on the device.
          </Typography>
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

function useEndSessions(id: string, onDone: () => void) {
  return useWrite<unknown, Session | 'all'>({
    send: (target, { signal }) =>
      target === 'all'
        ? api.staff.endSessions.mutate({ params: { id }, fetchOptions: { signal } })
        : api.staff.endSession.mutate({ params: { id, sessionId: target._id }, fetchOptions: { signal } }),
    success: (_, target) => (target === 'all' ? 'All sessions ended' : 'Session ended'),
    failure: "Couldn't end the session",
    stale: [sessionsOf(id).queryKey],
    onSuccess: onDone,
  });
}
