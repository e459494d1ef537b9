import { z } from 'zod';
import { attendanceEvents } from './attendance/attendance.events.js';
import { ledgerEvents } from './audit/ledger.schema.js';
import { eventsTo } from './common/event.js';
import { IdSchema } from './common/id.js';
import { LiveNotificationSchema } from './common/notification.js';
import type { Permission } from './common/permission.js';
import { periodCloseEvents } from './finance/period-close.schema.js';
import { transactionEvents } from './finance/transaction.events.js';
import { inventoryEvents } from './inventory/inventory.events.js';
import { transferEvents } from './inventory/stock-transfer.schema.js';
import { stockAlertEvents } from './inventory/stock-alert.schema.js';
import { writeOffEvents } from './inventory/write-off.schema.js';
import { laboratoryEvents } from './laboratories/laboratory.events.js';
import { notificationEvents } from './notifications/notification.events.js';
import { purchaseOrderEvents } from './purchasing/orders/purchase-order.schema.js';
import { supplierEvents } from './purchasing/suppliers/supplier.schema.js';
import { reportEvents } from './reports/report.events.js';
import { staffEvents } from './staff/staff.events.js';

/** Events sent by the server, with those who receive them. A feature adds its events here in one line. */
const declaredEvents = {
  ...laboratoryEvents,
  ...staffEvents,
  ...transactionEvents,
  ...periodCloseEvents,
  ...inventoryEvents,
  ...transferEvents,
  ...stockAlertEvents,
  ...writeOffEvents,
  ...purchaseOrderEvents,
  ...supplierEvents,
  ...attendanceEvents,
  ...notificationEvents,
  ...reportEvents,
  ...ledgerEvents,
  ...eventsTo({ people: 'the recipients' }, { notification: LiveNotificationSchema }),
} as const;
type DeclaredEvents = typeof declaredEvents;

function eachDeclared(part: 'payload' | 'receivers'): object {
  return Object.fromEntries(Object.entries(declaredEvents).map(([event, declared]) => [event, declared[part]]));
}

/** The payloads of events sent by the server. */
export const serverEvents = eachDeclared('payload') as { [E in keyof DeclaredEvents]: DeclaredEvents[E]['payload'] };

/** Who receives each of them. */
export const eventReceivers = eachDeclared('receivers') as {
  [E in keyof DeclaredEvents]: DeclaredEvents[E]['receivers'];
};

/** The permission whose holders receive the event. */
export type EventPermission<Event extends ServerEvent> = Extract<
  (typeof eventReceivers)[Event],
  { permission: Permission }
>['permission'];

/**
 * Events sent by clients. The server checks each of them against the person's permissions. A `notification` is a
 * broadcast to the sender's laboratory, or by a sender without one to the network: it is stored for each recipient and
 * audited with the sender's name like `POST /notifications/laboratory/:id/broadcast`, and has the same limits.
 */
export const clientEvents = {
  'join-laboratory': IdSchema,
  'leave-laboratory': IdSchema,
  notification: LiveNotificationSchema.omit({ _id: true, sender: true, silent: true }),
} as const;

/** The server's reply to an event from a client. */
export const AcknowledgementSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);
export type Acknowledgement = z.infer<typeof AcknowledgementSchema>;

export type ServerEvent = keyof typeof serverEvents;
export type ClientEvent = keyof typeof clientEvents;
export type ServerEventPayload<Event extends ServerEvent> = z.infer<(typeof serverEvents)[Event]>;
export type ClientEventPayload<Event extends ClientEvent> = z.infer<(typeof clientEvents)[Event]>;

/** The type parameter of socket.io for events received by the browser. */
export type ServerToClientEvents = { [Event in ServerEvent]: (payload: ServerEventPayload<Event>) => void };

/** The type parameter of socket.io for events received by the server. */
export type ClientToServerEvents = {
  [Event in ClientEvent]: (payload: ClientEventPayload<Event>, acknowledge?: (answer: Acknowledgement) => void) => void;
};
