import { setTimeout as wait } from 'node:timers/promises';
import { type EventPermission, serverEvents, type ServerEvent, type ServerEventPayload } from '@shifa/contract';
import { Injectable, Optional } from '@nestjs/common';
import type { Server } from 'socket.io';
import { SharedRedis } from '../redis/shared-redis';
import { roomOf } from './rooms';
import { type SocketMessage, socketMessages } from './socket-messages';

/** The event between processes when a person's permissions have changed. */
const PERSON_CHANGED = 'person-changed';

/** The event between processes when a rule has changed that concerns whole roles. */
const EVERYONE_CHANGED = 'everyone-changed';

/** Redis can become unreachable in the meantime, and the client gives up after ten seconds. */
const ANSWER_MS = 4_000;

/** Sends events to the people who can see them. Each payload is parsed with its contract schema before it is sent. */
@Injectable()
export class Realtime {
  private server: Server | undefined;
  private syncLocalRooms: (userId: string) => Promise<void> = () => Promise.resolve();

  constructor(@Optional() private readonly redis?: SharedRedis) {}

  /** The number of sockets of this process, also of those that have not signed in yet. */
  get connections(): number {
    return this.server?.engine.clientsCount ?? 0;
  }

  /** @param syncLocalRooms moves a person's sockets in this process to the rooms of their current permissions. */
  attach(server: Server, syncLocalRooms: (userId: string) => Promise<void>): void {
    this.server = server;
    this.syncLocalRooms = syncLocalRooms;
    server.on(PERSON_CHANGED, (userId: string, done: () => void) => {
      void syncLocalRooms(userId).finally(done);
    });
    server.on(EVERYONE_CHANGED, (done: () => void) => {
      void this.syncEveryoneHere().finally(done);
    });
  }

  /**
   * Called when a person's permissions have changed. Once it has completed, none of the person's sockets in any process
   * receives events that the person can no longer see. If a process does not reply, the sockets are disconnected
   * instead.
   */
  async syncRooms(userId: string): Promise<void> {
    await this.syncLocalRooms(userId);
    if (!this.server || !this.redis) return;
    try {
      const { server } = this;
      await answered(this.redis, () => server.serverSideEmitWithAck(PERSON_CHANGED, userId));
    } catch {
      this.disconnect(roomOf.person(userId));
    }
  }

  /** As {@link syncRooms}, of everyone who is connected. */
  async syncEveryone(): Promise<void> {
    await this.syncEveryoneHere();
    if (!this.server || !this.redis) return;
    try {
      const { server } = this;
      await answered(this.redis, () => server.serverSideEmitWithAck(EVERYONE_CHANGED));
    } catch {
      this.server.disconnectSockets(true);
    }
  }

  /**
   * Sends to everyone whose permission lets them read the same data over HTTP, and to the given rooms.
   * @param laboratoryId null if the data belong to the whole network.
   */
  toHolders<Event extends ServerEvent>(
    permission: EventPermission<Event>,
    laboratoryId: string | null,
    event: Event,
    payload: ServerEventPayload<Event>,
    rooms: readonly string[] = [],
  ): void {
    const holders = [...new Set([null, laboratoryId])].map((id) => roomOf.holders(permission, id));
    this.send([...holders, ...rooms], event, payload);
  }

  /** Sends to the given rooms. A socket that is in several of them receives the event once. */
  send<Event extends ServerEvent>(rooms: string[], event: Event, payload: ServerEventPayload<Event>): void {
    this.server?.to(rooms).emit(event, serverEvents[event].parse(payload));
    if (socketMessages.hasSubscribers) socketMessages.publish({ event, outcome: 'sent' } satisfies SocketMessage);
  }

  /** Disconnects the sockets of a room. Clients that can still sign in reconnect with their current permissions. */
  disconnect(room: string): void {
    this.server?.in(room).disconnectSockets(true);
  }

  private async syncEveryoneHere(): Promise<void> {
    const sockets = [...(this.server?.sockets.sockets.values() ?? [])];
    const people = new Set(sockets.map(({ data }) => (data as { userId: string }).userId));
    for (const userId of people) await this.syncLocalRooms(userId);
  }
}

async function answered(redis: SharedRedis, ask: () => Promise<unknown>): Promise<void> {
  // Without Redis no process answers, and a change of many people would wait for each of them in turn.
  if (!redis.isReachable) throw new Error('Redis is away');
  const late = wait(ANSWER_MS, undefined, { ref: false }).then(() => {
    throw new Error("A process doesn't answer");
  });
  await Promise.race([ask(), late]);
}
