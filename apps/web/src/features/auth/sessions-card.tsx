import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { Session } from '@shifa/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { SectionCard } from '../../ui/section-card';
import { SessionList } from '../../screens/session-list';
import { api } from '../../data/api';
import { ownSessions } from './auth.queries';
import { useWrite } from '../../data/use-write';

/** The viewer's own sessions; all but the present one can be ended. */
export function SessionsCard() {
  const sessions = useQuery(ownSessions);
  const [asking, setAsking] = useState<Session | 'others'>();
  const end = useEndSession(() => setAsking(undefined));
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <SectionCard
      title="Your signed-in devices"
      action={
        others > 0 && (
          <Button size="small" color="error" onClick={() => setAsking('others')}>
            End all others
          </Button>
        )
      }
    >
      {!sessions.data && <NotLoaded query={sessions} what="your sessions" skeleton={56} />}
      {sessions.data && (
        <SessionList
          sessions={sessions.data}
          actionFor={(session) => (
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              aria-label={`End the session on ${session.device}`}
              onClick={() => setAsking(session)}
            >
              End
            </Button>
          )}
        />
      )}
      {asking && (
        <ConfirmDialog
          open
          title={asking === 'others' ? 'End all other sessions' : 'End session'}
          verb={asking === 'others' ? 'End sessions' : 'End session'}
          destructive
          pending={end.isPending}
          onConfirm={() => end.mutate(asking === 'others' ? asking : asking._id)}
          error={end.fault}
          onStop={end.stop}
          onCancel={() => setAsking(undefined)}
        >
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {asking !== 'others' ? (
              <>
                <strong>{asking.device}</strong> is
              </>
            ) : others === 1 ? (
              'One other device is'
            ) : (
              `${others} other devices are`
            )}{' '}
            signed out at once. You stay signed in here.
          </Typography>
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

/** Ends one session by its id, or all `others`; the list is fetched again in any case. */
function useEndSession(onDone: () => void) {
  return useWrite<unknown, string>({
    send: (target, { signal }) =>
      target === 'others'
        ? api.auth.endOtherSessions.mutate({ fetchOptions: { signal } })
        : api.auth.endSession.mutate({ params: { id: target }, fetchOptions: { signal } }),
    success: (_, target) => (target === 'others' ? 'All other sessions ended' : 'Session ended'),
    failure: "Couldn't end the session",
    stale: [ownSessions.queryKey],
    onSuccess: onDone,
  });
}
