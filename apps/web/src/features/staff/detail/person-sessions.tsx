import Typography from '@mui/material/Typography';
import type { Session, StaffMember } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { disabledReasonOf } from '../../../components/actions/define-actions';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { ActionButton } from '../../../components/permission-button';
import { SectionCard } from '../../../components/section-card';
import { SessionList } from '../../../components/session-list';
import { api } from '../../../lib/api';
import { queryOf } from '../../../lib/queries';
import { useWrite } from '../../../lib/use-write';

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
      title="Where this person is signed in"
      action={
        sessions.length > 1 && (
          <ActionButton disabledReason={disabledReason} size="small" color="error" onClick={() => setAsking('all')}>
            End all
          </ActionButton>
        )
      }
    >
      {query.isPending && <Skeleton variant="rectangular" height={56} />}
      {query.isError && (
        <ErrorState title="The sessions could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      )}
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
            once. They can sign in again; what they were typing is kept on the device.
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
    failure: 'The session could not be ended',
    stale: [sessionsOf(id).queryKey],
    onSuccess: onDone,
  });
}
