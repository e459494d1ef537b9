import type { ClientToServerEvents, ServerToClientEvents } from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** A feature's `*.live.ts`: listens to its events and invalidates what they make stale. */
export type Live = (socket: LiveSocket, queryClient: QueryClient) => void;

/** Where the provider is expected when the page itself came from no server, such as from a file. */
const FALLBACK_ADDRESS = 'http://localhost:3000';

/** The root of the provider: where the page came from. */
export function socketAddress({ protocol, origin }: Pick<Location, 'protocol' | 'origin'> = window.location): string {
  return protocol.startsWith('http') ? origin : FALLBACK_ADDRESS;
}

/** A connection in the person's name. It comes back by itself until it is closed. */
export function openSocket(token: string): LiveSocket {
  const socket: LiveSocket = io(socketAddress(), {
    auth: { token },
    transports: ['websocket', 'polling'],
    // Otherwise a network that refuses websockets would never get to polling.
    tryAllTransports: true,
    reconnectionAttempts: Infinity,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
  socket.io.on('error', ({ message }) => {
    // A proxy that swallows the handshake refuses nothing, so that the next attempt would hang as well.
    if (message === 'timeout') socket.io.opts.transports = ['polling', 'websocket'];
  });
  return socket;
}
