import type { ClientToServerEvents, ServerToClientEvents } from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** A feature's `*.live.ts`: listens to its events and invalidates what they make stale. */
export type Live = (socket: LiveSocket, queryClient: QueryClient) => void;

/** A connection in the person's name. It comes back by itself until it is closed. */
export function openSocket(token: string): LiveSocket {
  return io({
    auth: { token },
    transports: ['websocket', 'polling'],
    reconnectionAttempts: Infinity,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
}
