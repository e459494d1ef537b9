import type { Receivers } from '../common/event.js';
import { CONTRACT_VERSION } from '../common/version.js';
import { type ClientEvent, clientEvents, type ServerEvent, serverEvents } from '../socket.js';
import { eventsDocument, type JsonSchema } from './events.js';
import { exampleOf } from './examples.js';
import { license } from './published.js';

/** The socket events as an AsyncAPI document. It describes the server, so that the server sends and receives. */
export function asyncApiDocument() {
  const { server, client, reply } = eventsDocument();
  const events = [
    ...Object.entries(server).map(([name, { payload, receivers }]) => {
      const example = exampleOf(serverEvents[name as ServerEvent]);
      return { name, action: 'send' as const, payload, example, summary: `Sent to ${receiversOf(receivers)}.` };
    }),
    ...Object.entries(client).map(([name, { payload }]) => {
      const example = exampleOf(clientEvents[name as ClientEvent]);
      return { name, action: 'receive' as const, payload, example, summary: summaries[name as ClientEvent] };
    }),
  ].map((event) => ({ ...event, key: `${event.action}.${event.name.replaceAll(':', '.')}` }));
  return {
    asyncapi: '3.0.0',
    info: { title: 'Shifa MS events', version: CONTRACT_VERSION, description, license },
    defaultContentType: 'application/json',
    servers: { installation },
    channels: {
      socket: {
        address: '/',
        title: 'The default namespace',
        description: 'Every event. What a socket receives follows from the permissions of its person.',
        messages: Object.fromEntries([
          ...events.map(({ key, name, summary, payload, example }) => [
            key,
            { name, title: name, summary, payload, examples: [{ payload: example }] },
          ]),
          [
            'reply',
            { name: 'reply', title: 'Acknowledgement', summary: 'Answers an event of a client.', payload: reply },
          ],
        ]) as Record<string, { name: string; summary: string; payload: JsonSchema; examples?: { payload: unknown }[] }>,
      },
    },
    operations: Object.fromEntries(
      events.map(({ key, name, action, summary }) => [
        key,
        {
          action,
          channel,
          title: name,
          summary,
          messages: [referTo(key)],
          ...(action === 'receive' && { reply: { channel, messages: [referTo('reply')] } }),
        },
      ]),
    ),
  };
}

const description = [
  'What open screens receive and send while they are connected, generated from the contract.',
  'The server speaks Socket.IO, so use a Socket.IO client: events aren’t plain WebSocket messages.',
  'The bearer token of a session belongs in `auth.token` of the handshake. A connection that is refused fails with ' +
    '`UNAUTHENTICATED`, `TOO_MANY_CONNECTIONS` (more than 20 of one person) or `UNAVAILABLE`.',
  'An event is a hint that something has changed. Events that were sent while a client wasn’t connected aren’t ' +
    'repeated, so read again over HTTP after each connection.',
].join('\n\n');

const installation = {
  host: '{host}',
  pathname: '/socket.io/',
  protocol: 'socket.io',
  protocolVersion: '5',
  description: 'The installation that serves this document. Transports: WebSocket and HTTP long polling.',
  variables: { host: { description: 'Host and port of the installation', default: 'localhost:3000' } },
  security: [{ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'In `auth.token` of the handshake.' }],
};

const summaries: Record<ClientEvent, string> = {
  'join-laboratory':
    'Joins the room of a laboratory: the person’s own, or any for people who can view all laboratories.',
  'leave-laboratory':
    'Leaves the room of a laboratory that was joined. No one leaves the room of their own laboratory.',
  notification:
    'Sends a notification to everyone in the sender’s laboratory, or in the network for a sender without one. ' +
    'Requires the permission `notifications.broadcast`.',
};

const channel = { $ref: '#/channels/socket' };
const referTo = (message: string) => ({ $ref: `#/channels/socket/messages/${message}` });

/** In words: `holders of "staff.view" for the laboratory that it concerns, and to the person`. */
function receiversOf({ permission, people }: Receivers): string {
  const holders = permission && `holders of \`${permission}\` for the laboratory that it concerns`;
  return [holders, people].filter(Boolean).join(', and to ');
}
