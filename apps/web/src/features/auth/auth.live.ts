import type { Live } from '../../lib/socket';
import { session } from '../../lib/session';
import { authQueries } from './auth.queries';

/** Someone changed the signed-in person: who they are and what they may do is asked again at once. */
export const authLive: Live = (socket, queryClient) => {
  socket.on('user:updated', ({ _id }) => {
    const current = session.current();
    if (current.status === 'signed-in' && current.user._id === _id) {
      void queryClient.invalidateQueries({ queryKey: authQueries.me.queryKey });
    }
  });
};
