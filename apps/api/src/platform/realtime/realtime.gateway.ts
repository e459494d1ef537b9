import { type Acknowledgement, clientEvents } from '@shifa/contract';
import { Logger } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { type Actor, ActorResolver } from '../http/actor';
import { LimiterFactory } from '../limits/limiter-factory';
import { Realtime } from './realtime';
import { roomOf, roomsFor } from './rooms';

type Connection = Socket<never, never, never, { sessionId: string }>;

const MESSAGES_PER_TEN_SECONDS = 30;

/** The socket at the root: signed-in people only, rooms decided here, what clients send checked against the contract. */
@WebSocketGateway({ transports: ['websocket', 'polling'], maxHttpBufferSize: 16_384 })
export class RealtimeGateway implements OnGatewayInit<Server>, OnGatewayConnection<Connection> {
  private readonly logger = new Logger(RealtimeGateway.name);
  private readonly messages;

  constructor(
    private readonly actors: ActorResolver,
    private readonly realtime: Realtime,
    limiters: LimiterFactory,
  ) {
    this.messages = limiters.create({ keyPrefix: 'rate:socket', points: MESSAGES_PER_TEN_SECONDS, duration: 10 });
  }

  afterInit(server: Server): void {
    this.realtime.attach(server);
    server.use((socket: Connection, next) => {
      this.admit(socket).then(
        (admitted) => {
          next(admitted ? undefined : new Error('UNAUTHENTICATED'));
        },
        (error: unknown) => {
          this.logger.error(error);
          next(new Error('UNAVAILABLE'));
        },
      );
    });
  }

  async handleConnection(socket: Connection): Promise<void> {
    const actor = await this.actors.resolve(socket.data.sessionId);
    if (actor) await socket.join(roomsFor(actor));
    else socket.disconnect(true);
  }

  @SubscribeMessage('join-laboratory')
  async joinLaboratory(@ConnectedSocket() socket: Connection, @MessageBody() body: unknown): Promise<Acknowledgement> {
    return this.answer(socket, async (actor) => {
      const laboratoryId = clientEvents['join-laboratory'].safeParse(body);
      if (!laboratoryId.success) return refused('Name a laboratory by its id');
      if (!mayJoin(actor, laboratoryId.data)) return refused('This laboratory does not exist');
      await socket.join(roomOf.laboratory(laboratoryId.data));
      return { ok: true };
    });
  }

  @SubscribeMessage('leave-laboratory')
  async leaveLaboratory(@ConnectedSocket() socket: Connection, @MessageBody() body: unknown): Promise<Acknowledgement> {
    return this.answer(socket, async (actor) => {
      const laboratoryId = clientEvents['leave-laboratory'].safeParse(body);
      if (!laboratoryId.success) return refused('Name a laboratory by its id');
      // One's own laboratory is not left: its events are part of one's work.
      if (laboratoryId.data !== actor.laboratoryId) await socket.leave(roomOf.laboratory(laboratoryId.data));
      return { ok: true };
    });
  }

  /** Written anew from what the contract declares, never relayed as it came. */
  @SubscribeMessage('notification')
  async notify(@ConnectedSocket() socket: Connection, @MessageBody() body: unknown): Promise<Acknowledgement> {
    return this.answer(socket, (actor) => {
      const notification = clientEvents.notification.safeParse(body);
      if (!notification.success) return refused(notification.error.issues[0]?.message ?? 'Not a notification');
      const { allowed, scope } = actor.permissions['notifications.broadcast'];
      if (!allowed) return refused('You do not have permission to do this');
      if (scope === 'all') this.realtime.send([roomOf.everyone], 'notification', notification.data);
      else if (actor.laboratoryId) {
        this.realtime.send([roomOf.laboratory(actor.laboratoryId)], 'notification', notification.data);
      }
      return { ok: true };
    });
  }

  private async admit(socket: Connection): Promise<boolean> {
    const { token } = socket.handshake.auth as { token?: unknown };
    const actor = typeof token === 'string' ? await this.actors.fromToken(token) : undefined;
    if (!actor || actor.mustChangePassword) return false;
    socket.data.sessionId = actor.sessionId;
    return true;
  }

  private async answer(
    socket: Connection,
    work: (actor: Actor) => Promise<Acknowledgement> | Acknowledgement,
  ): Promise<Acknowledgement> {
    const actor = await this.actors.resolve(socket.data.sessionId);
    if (!actor) {
      socket.disconnect(true);
      return refused('Sign in to continue');
    }
    const allowed = await this.messages.consume(actor.userId).then(
      () => true,
      () => false,
    );
    return allowed ? work(actor) : refused('Too many messages. Try again in a moment.');
  }
}

function mayJoin(actor: Actor, laboratoryId: string): boolean {
  if (actor.laboratoryId === laboratoryId) return true;
  const { allowed, scope } = actor.permissions['laboratories.view'];
  return allowed && scope === 'all';
}

function refused(message: string): Acknowledgement {
  return { ok: false, message };
}
