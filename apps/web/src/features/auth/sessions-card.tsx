import { plural } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { SessionCard } from '../../screens/session-card';
import { api } from '../../data/api';
import { ownSessions } from './auth.queries';

/** The viewer's own sessions; all but the current one can be ended. */
export function SessionsCard() {
  const query = useQuery(ownSessions);
  const others = query.data?.filter(({ current }) => !current).length ?? 0;
  const signedOut = plural(
    others,
    'One other device is signed out at once.',
    `${others} other devices are signed out at once.`,
  );
  return (
    <SessionCard
      title="Your signed-in devices"
      query={query}
      what="your sessions"
      all={{
        offered: others > 0,
        label: 'End all others',
        title: 'End all other sessions',
        verb: 'End sessions',
        question: `${signedOut} You stay signed in here.`,
        success: 'All other sessions ended',
      }}
      questionOf={({ device }) => `${device} is signed out at once. You stay signed in here.`}
      end={(id, signal) =>
        id === undefined
          ? api.auth.endOtherSessions.mutate({ fetchOptions: { signal } })
          : api.auth.endSession.mutate({ params: { id }, fetchOptions: { signal } })
      }
      stale={ownSessions.queryKey}
    />
  );
}
