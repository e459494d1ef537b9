import { z } from 'zod';
import { IdSchema } from './common/id.js';
import { LiveNotificationSchema } from './common/notification.js';
import { transactionEvents } from './finance/transaction.events.js';
import { laboratoryEvents } from './laboratories/laboratory.events.js';
import { staffEvents } from './staff/staff.events.js';

/** What the server sends. A feature adds its events here with one line. */
export const serverEvents = {
  ...laboratoryEvents,
  ...staffEvents,
  ...transactionEvents,
  notification: LiveNotificationSchema,
} as const;

/** What a client sends; the server checks each against the person's scope. */
export const clientEvents = {
  'join-laboratory': IdSchema,
  'leave-laboratory': IdSchema,
  notification: LiveNotificationSchema,
} as const;

/** The server's word on a client's event. */
export const AcknowledgementSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);
export type Acknowledgement = z.infer<typeof AcknowledgementSchema>;

export type ServerEvent = keyof typeof serverEvents;
export type ClientEvent = keyof typeof clientEvents;
export type ServerEventPayload<Event extends ServerEvent> = z.infer<(typeof serverEvents)[Event]>;
export type ClientEventPayload<Event extends ClientEvent> = z.infer<(typeof clientEvents)[Event]>;

/** socket.io's type parameter for what arrives at the browser. */
export type ServerToClientEvents = { [Event in ServerEvent]: (payload: ServerEventPayload<Event>) => void };

/** socket.io's type parameter for what arrives at the server. */
export type ClientToServerEvents = {
  [Event in ClientEvent]: (payload: ClientEventPayload<Event>, acknowledge?: (answer: Acknowledgement) => void) => void;
};
