import net, { type Socket } from 'node:net';
import { vi } from 'vitest';

/** Records the connections that are opened from now on. Returns what cuts them: the driver only learns that they closed. */
export function cuttableSockets(): () => void {
  const sockets: Socket[] = [];
  const createConnection = net.createConnection as (options: net.NetConnectOpts) => Socket;
  vi.spyOn(net, 'createConnection').mockImplementation(((options: net.NetConnectOpts) => {
    const socket = createConnection(options);
    sockets.push(socket);
    return socket;
  }) as typeof net.createConnection);
  return () => {
    for (const socket of sockets.splice(0)) socket.destroy();
  };
}
