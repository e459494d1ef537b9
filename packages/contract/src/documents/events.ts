import { z } from 'zod';
import { AcknowledgementSchema, clientEvents, eventReceivers, serverEvents } from '../socket.js';

type Direction = 'input' | 'output';
export type JsonSchema = ReturnType<typeof schemaOf>;

/** JSON Schema of the events in both directions, with those who receive them. The reply belongs to every client event. */
export function eventsDocument() {
  return {
    server: schemasOf(serverEvents, 'output', (name) => ({ receivers: eventReceivers[name] })),
    client: schemasOf(clientEvents, 'input', () => ({})),
    reply: schemaOf(AcknowledgementSchema, 'output'),
  };
}

function schemasOf<Name extends string, Extra extends object>(
  events: Record<Name, z.ZodType>,
  io: Direction,
  extra: (name: Name) => Extra,
): Record<string, { payload: JsonSchema } & Extra> {
  const names = Object.keys(events) as Name[];
  return Object.fromEntries(names.map((name) => [name, { payload: schemaOf(events[name], io), ...extra(name) }]));
}

function schemaOf(schema: z.ZodType, io: Direction) {
  const { $schema: _dialect, ...converted } = z.toJSONSchema(schema, { io, target: 'draft-7' });
  return converted;
}
