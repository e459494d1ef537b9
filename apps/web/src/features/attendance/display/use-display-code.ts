import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { queryOf } from '../../../lib/queries';
import { useNow } from '../../../lib/use-now';

/** How soon a failed request is repeated. */
const RETRY_MS = 3_000;
/** Never more often than this, whatever the server says. */
const SHORTEST_MS = 1_000;
/** A code that has ended stays while the next one is on its way; the server accepts it for longer than that. */
const GRACE_MS = 4_000;

/** The present code of a laboratory, fetched anew when it ends; none is given once it is stale. */
export function useDisplayCode(laboratoryId: string | undefined) {
  const query = useQuery({
    ...queryOf(api.attendance.qrCode, { query: { laboratoryId } }),
    enabled: laboratoryId !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { status, data } }) =>
      status === 'error' || !data ? RETRY_MS : Math.max(SHORTEST_MS, data.refreshInMs),
    // A wall display has no focus.
    refetchIntervalInBackground: true,
  });
  const now = useNow(500).getTime();
  const { data, dataUpdatedAt, error } = query;
  // By the time left when it was answered, as the clock of the device may be wrong.
  const leftMs = data ? dataUpdatedAt + data.refreshInMs - now : 0;
  const isFresh = data !== undefined && leftMs > -GRACE_MS;
  return {
    code: isFresh ? data : undefined,
    secondsLeft: Math.max(0, Math.ceil(leftMs / 1_000)),
    error,
    isLoading: query.isLoading,
  };
}
