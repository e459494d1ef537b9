import { type Permission, serverEvents, type ServerEvent, type ServerEventPayload } from '@shifa/contract';
import { Injectable, Optional } from '@nestjs/common';
import type { Server } from 'socket.io';
import { SharedRedis } from '../redis/shared-redis';
import { roomOf } from './rooms';

/** What processes tell each other when a person's permissions changed. */
const PERSON_CHANGED = 'person-changed';

/** Sends events to those who may see them; each payload passes the contract on its way out. */
@Injectable()
export class Realtime {
  private server: Server | undefined;
  private seat: (userId: string) => Promise<void> = () => Promise.resolve();

  constructor(@Optional() private readonly redis?: SharedRedis) {}

  /** `seat` puts the sockets of a person that this process holds into the rooms of their present permissions. */
  attach(server: Server, seat: (userId: string) => Promise<void>): void {
    this.server = server;
    this.seat = seat;
    server.on(PERSON_CHANGED, (userId: string, done: () => void) => {
      void seat(userId).finally(done);
    });
  }

  /**
   * What a person may hear of has changed: once this is done, none of their sockets, in whichever process, gets what
   * they may no longer see. A process that does not answer ends them instead, as soon as it hears of it.
   */
  async reseat(userId: string): Promise<void> {
    await this.seat(userId);
    if (!this.server || !this.redis) return;
    try {
      await this.server.serverSideEmitWithAck(PERSON_CHANGED, userId);
    } catch {
      this.disconnect(roomOf.person(userId));
    }
  }

  /**
   * To everyone who could read the same over HTTP with the permission, and to the other rooms.
   * @param laboratoryId null for what belongs to the network.
   */
  toHolders<Event extends ServerEvent>(
    permission: Permission,
    laboratoryId: string | null,
    event: Event,
    payload: ServerEventPayload<Event>,
    rooms: readonly string[] = [],
  ): void {
    const holders = [...new Set([null, laboratoryId])].map((id) => roomOf.holders(permission, id));
    this.send([...holders, ...rooms], event, payload);
  }

  /** To the named rooms; a socket in several gets it once. */
  send<Event extends ServerEvent>(rooms: string[], event: Event, payload: ServerEventPayload<Event>): void {
    this.server?.to(rooms).emit(event, serverEvents[event].parse(payload));
  }

  /** Ends the sockets of a room; a client that may still sign in comes back with its present permissions. */
  disconnect(room: string): void {
    this.server?.in(room).disconnectSockets(true);
  }
}
