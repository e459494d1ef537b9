import { channel } from 'node:diagnostics_channel';
import type { ClientEvent, ServerEvent } from '@shifa/contract';

/** An event that was sent to clients, or one of a client with its reply. */
export type SocketMessage =
  { event: ServerEvent; outcome: 'sent' } | { event: ClientEvent; outcome: 'accepted' | 'refused' };

/** Publishes each {@link SocketMessage}. Costs nothing while no one subscribes. */
export const socketMessages = channel('shifa:socket-message');
