import { type LiveNotification, type ServerEvent, type ServerEventPayload, serverEvents } from '@shifa/contract';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { batched } from '../lib/batched';
import { type Change, type Key, recentChange } from './queries';
import type { Live } from './socket';

/** What events are about: `laboratory`, `user`, `transaction`. */
export type Entity = ServerEvent extends infer Event
  ? Event extends `${infer Before}:${string}`
    ? Before
    : never
  : never;

/** One event, or with `:*` all events about the same entity. */
type Pattern = ServerEvent | `${Entity}:*`;

type EventsOf<P extends Pattern> = P extends `${infer Before}:*` ? Extract<ServerEvent, `${Before}:${string}`> : P;

type PayloadOf<P extends Pattern> = ServerEventPayload<EventsOf<P> & ServerEvent>;

/** Any event about the entity. */
export type EventAbout<About extends Entity> = PayloadOf<`${About}:*`>;

/** What an event makes stale. */
type StaleKeys<P extends Pattern> = (event: PayloadOf<P>) => readonly Key[];

/**
 * A feature's live updates: others' changes reach every open screen, fetched once for many events, and an open page or
 * form learns who made them.
 *
 *     live({ 'laboratory:*': ({ _id }) => laboratoryResource.staleKeys(_id) })
 *
 * @param togetherMs how long events are collected, where a moment is too short for what they make stale.
 */
export function live(handlers: { [P in Pattern]?: StaleKeys<P> }, togetherMs?: number): Live {
  return (socket, queryClient) => {
    const stale = batched<Key>((keys) => void invalidate(queryClient, keys), hashKey, togetherMs);
    for (const [pattern, staleKeys] of Object.entries(handlers)) {
      for (const name of eventsOf(pattern)) {
        socket.on(name, (event: object) => {
          if (isChange(event)) {
            const entity = name.slice(0, name.indexOf(':'));
            queryClient.setQueryData(recentChange(entity, event._id).queryKey, event);
          }
          for (const key of (staleKeys as (event: object) => readonly Key[])(event)) stale(key);
        });
      }
    }
  };
}

/** What the live panel of a super admin says about an event, and about many of its kind that follow each other. */
export type LiveNotice<Payload> = {
  one: (payload: Payload) => LiveNotification;
  many: (count: number) => Pick<LiveNotification, 'message' | 'action'>;
};

export type LiveNotices = { [Event in ServerEvent]?: LiveNotice<ServerEventPayload<Event>> };

/** Fetches again, where it is shown, what these keys find. */
export async function invalidate(queryClient: QueryClient, keys: readonly Key[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

function eventsOf(pattern: string): ServerEvent[] {
  const names = Object.keys(serverEvents) as ServerEvent[];
  return names.filter((name) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}

function isChange(event: object): event is Change & { _id: string } {
  return '_id' in event && 'version' in event && 'by' in event && 'at' in event;
}
