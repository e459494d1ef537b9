import { type Permission, serverEvents, type ServerEvent, type ServerEventPayload } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Server } from 'socket.io';
import { roomOf } from './rooms';

/** Sends events to those who may see them; each payload passes the contract on its way out. */
@Injectable()
export class Realtime {
  private server: Server | undefined;

  attach(server: Server): void {
    this.server = server;
  }

  /** To everyone who could read the same over HTTP with the permission. */
  toHolders<Event extends ServerEvent>(
    permission: Permission,
    laboratoryId: string,
    event: Event,
    payload: ServerEventPayload<Event>,
  ): void {
    this.send([roomOf.holders(permission, null), roomOf.holders(permission, laboratoryId)], event, payload);
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
