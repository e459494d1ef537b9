import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connection } from '../lib/connection';
import { session } from '../data/session';
import type { Live, LiveSocket } from '../data/socket';

/** After a refusal; doubled with every further one, as what refuses has enough to do, or does not change soon. */
const REFUSED_RETRY_MS = 5_000;
const MOST_RETRY_MS = 120_000;
/** What a page shows may have changed since it was fetched if the first connection takes longer than this. */
const PROMPT_CONNECTION_MS = 2_000;

/**
 * Keeps a socket open while someone is signed in and lets the features listen. What happened while there was no
 * connection is fetched again; so is everything when the server closes it or does not take it back, which ends the
 * session if that is why.
 */
export function useLiveUpdates(lives: readonly Live[]): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let socket: LiveSocket | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let closed = false;
    const startedAt = Date.now();
    let wasConnected = false;
    let refusals = 0;

    const refetch = () => void queryClient.invalidateQueries();
    const comeBackLater = () => {
      if (wasConnected) refetch();
      wasConnected = false;
      retry = setTimeout(() => socket?.connect(), Math.min(REFUSED_RETRY_MS * 2 ** refusals, MOST_RETRY_MS));
      refusals += 1;
    };

    const open = async () => {
      const { openSocket } = await import('../data/socket');
      const token = session.token();
      if (closed || token === null) return;
      socket = openSocket(token);
      let connects = 0;
      socket.on('connect', () => {
        connection.report(true);
        connects += 1;
        wasConnected = true;
        refusals = 0;
        if (connects > 1 || Date.now() - startedAt > PROMPT_CONNECTION_MS) refetch();
      });
      // The client comes back by itself from everything but the server's own word.
      socket.on('disconnect', (reason) => {
        if (reason === 'io server disconnect') comeBackLater();
      });
      socket.on('connect_error', () => {
        if (socket?.active === false) comeBackLater();
      });
      for (const listen of lives) listen(socket, queryClient);
    };
    const openOrRetry = () => {
      open().catch(() => (retry = setTimeout(openOrRetry, REFUSED_RETRY_MS)));
    };
    openOrRetry();

    return () => {
      closed = true;
      clearTimeout(retry);
      socket?.disconnect();
    };
  }, [queryClient, lives]);
}
