import Devices from '@mui/icons-material/DevicesOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Session } from '@shifa/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Key } from '../data/queries';
import { useWrite } from '../data/use-write';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { NotLoaded } from '../ui/feedback/not-loaded';
import { RelativeTime } from '../ui/relative-time';
import { SectionCard } from '../ui/section-card';
import { ActionButton } from './actions/permission-button';

type SessionCardProps = {
  title: string;
  query: Pick<UseQueryResult<Session[]>, 'data' | 'error' | 'refetch'>;
  /** What could not be loaded: `your sessions`. */
  what: string;
  /** Ends all at once; offered where there are several. */
  all: { offered: boolean; label: string; title: string; verb: string; question: string; success: string };
  /** What happens when a session is ended. */
  questionOf: (session: Session) => string;
  disabledReason?: string | undefined;
  /** Ends the session with the id, or all of them. */
  end: (id: string | undefined, signal: AbortSignal) => Promise<unknown>;
  stale: Key;
};

/** The sessions of a person, which can be ended one by one or all at once. */
export function SessionCard(props: SessionCardProps) {
  const { title, query, what, all, questionOf, disabledReason, end: send, stale } = props;
  const [asking, setAsking] = useState<Session | 'all'>();
  const close = () => setAsking(undefined);
  const end = useWrite<unknown, string | undefined>({
    send: (id, { signal }) => send(id, signal),
    success: (_, id) => (id === undefined ? all.success : 'Session ended'),
    failure: "Couldn't end the session",
    stale: [stale],
    onSuccess: close,
  });
  const one = asking === 'all' ? undefined : asking;
  return (
    <SectionCard
      title={title}
      action={
        all.offered && (
          <ActionButton disabledReason={disabledReason} size="small" color="error" onClick={() => setAsking('all')}>
            {all.label}
          </ActionButton>
        )
      }
    >
      {!query.data && <NotLoaded query={query} what={what} skeleton={56} />}
      {query.data?.length === 0 && <Typography color="textSecondary">Not signed in anywhere.</Typography>}
      <SessionList
        sessions={query.data ?? []}
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
          title={one ? 'End session' : all.title}
          verb={one ? 'End session' : all.verb}
          destructive
          pending={end.isPending}
          error={end.fault}
          onConfirm={() => end.mutate(one?._id)}
          onStop={end.stop}
          onCancel={close}
        >
          <Typography sx={{ overflowWrap: 'anywhere' }}>{one ? questionOf(one) : all.question}</Typography>
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}

type SessionListProps = {
  sessions: readonly Session[];
  /** What can be done with one that is not the viewer's own at this moment. */
  actionFor: (session: Session) => ReactNode;
};

/** Places where someone is signed in: device, address and last use. */
function SessionList({ sessions, actionFor }: SessionListProps) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {sessions.map((session) => (
        <Stack key={session._id} component="li" direction="row" sx={{ alignItems: 'center', gap: 3, py: 2 }}>
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
            actionFor(session)
          )}
        </Stack>
      ))}
    </Box>
  );
}
