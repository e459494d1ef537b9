import Devices from '@mui/icons-material/DevicesOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Session } from '@shifa/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { ErrorState } from '../../components/error-state';
import { Skeleton } from '../../components/loading/skeleton';
import { RelativeTime } from '../../components/relative-time';
import { SectionCard } from '../../components/section-card';
import { api } from '../../lib/api';
import { messageOf } from '../../lib/api-error';
import { authQueries } from './auth.queries';

/** Where the person is signed in, with the way to end what is not theirs any more. */
export function SessionsCard() {
  const sessions = useQuery(authQueries.sessions);
  const end = useEndSession();
  const others = sessions.data?.filter(({ current }) => !current) ?? [];
  return (
    <SectionCard
      title="Where you are signed in"
      action={
        others.length > 1 && (
          <Button size="small" color="error" loading={end.isPending} onClick={() => end.mutate('others')}>
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
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {sessions.data?.map((session) => (
          <SessionRow
            key={session._id}
            session={session}
            pending={end.isPending}
            onEnd={() => end.mutate(session._id)}
          />
        ))}
      </Box>
    </SectionCard>
  );
}

type SessionRowProps = { session: Session; pending: boolean; onEnd: () => void };

function SessionRow({ session, pending, onEnd }: SessionRowProps) {
  return (
    <Stack component="li" direction="row" sx={{ alignItems: 'center', gap: 3, py: 2 }}>
      <Devices sx={{ color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0, mr: 'auto', overflowWrap: 'anywhere' }}>
        <Typography>{session.device}</Typography>
        <Typography variant="caption" color="textSecondary" className="tabular">
          {session.ipAddress} · <RelativeTime instant={session.lastSeenAt} />
        </Typography>
      </Box>
      {session.current ? (
        <Typography variant="body2" color="success">
          This device
        </Typography>
      ) : (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={pending}
          aria-label={`End the session on ${session.device}`}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </Stack>
  );
}

function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (target: string) =>
      target === 'others' ? api.auth.endOtherSessions.mutate() : api.auth.endSession.mutate({ params: { id: target } }),
    onSuccess: (_, target) => enqueueSnackbar(target === 'others' ? 'All other sessions ended' : 'Session ended'),
    onError: (error) => enqueueSnackbar(messageOf(error, 'The session could not be ended'), { variant: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: authQueries.sessions.queryKey }),
  });
}
