import type { Live } from '../../lib/socket';
import { dashboardQueries } from './dashboard.queries';

/** Counts again what an event may have changed. */
export const dashboardLive: Live = (socket, queryClient) => {
  const count = () => void queryClient.invalidateQueries({ queryKey: dashboardQueries.laboratoryCounts });
  socket.on('laboratory:created', count);
  socket.on('laboratory:updated', count);
  socket.on('laboratory:deleted', count);
};
