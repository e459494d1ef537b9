import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorState } from '../../components/error-state';
import { Skeleton } from '../../components/loading/skeleton';
import { SectionCard } from '../../components/section-card';
import { SessionList } from '../../components/session-list';
import { useErrorToast } from '../../components/use-error-toast';
import { api } from '../../lib/api';
import { messageOf } from '../../lib/api-error';
import { useStoppable } from '../../lib/use-stoppable';
import { ownSessions } from './auth.queries';

/** The viewer's own sessions; all but the present one can be ended. */
export function SessionsCard() {
  const sessions = useQuery(ownSessions);
  const [asking, setAsking] = useState(false);
  const end = useEndSession(() => setAsking(false));
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <SectionCard
      title="Where you are signed in"
      action={
        others > 0 && (
          <Button size="small" color="error" onClick={() => setAsking(true)}>
            End all others
          </Button>
        )
      }
    >
      {sessions.isPending && <Skeleton variant="rectangular" height={56} />}
      {sessions.isError && (
        <ErrorState
          title="Your sessions could not be loaded"
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.data && (
        <SessionList
          sessions={sessions.data}
          actionFor={({ _id, device }) => (
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              disabled={end.isPending}
              aria-label={`End the session on ${device}`}
              onClick={() => end.mutate(_id)}
            >
              End
            </Button>
          )}
        />
      )}
      <ConfirmDialog
        open={asking}
        title="End all other sessions"
        verb="End sessions"
        destructive
        pending={end.isPending}
        onConfirm={() => end.mutate('others')}
        onStop={end.stop}
        onCancel={() => setAsking(false)}
      >
        {others === 1 ? 'One other device is' : `${others} other devices are`} signed out at once. You stay signed in
        here.
      </ConfirmDialog>
    </SectionCard>
  );
}

/** Ends one session by its id, or all `others`; the list is fetched again in any case. */
function useEndSession(onSettled: () => void) {
  const queryClient = useQueryClient();
  const toast = useErrorToast();
  const stoppable = useStoppable();
  const end = useMutation({
    mutationFn: (target: string) =>
      stoppable.run<unknown>((signal) =>
        target === 'others'
          ? api.auth.endOtherSessions.mutate({ fetchOptions: { signal } })
          : api.auth.endSession.mutate({ params: { id: target }, fetchOptions: { signal } }),
      ),
    onSuccess: (_, target) => enqueueSnackbar(target === 'others' ? 'All other sessions ended' : 'Session ended'),
    onMutate: toast.clear,
    onError: (error) => toast.show(error, messageOf(error, 'The session could not be ended')),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ownSessions.queryKey });
      onSettled();
    },
  });
  return { ...end, stop: stoppable.stop };
}
