import { type Acknowledgement, type ClientEvent, clientEvents } from '@shifa/contract';
import { Logger } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { type Actor, ActorResolver } from '../domain/actor';
import { DomainError } from '../domain/domain-error';
import { LimiterFactory } from '../limits/limiter-factory';
import { Clock } from '../time/clock';
import { ClientBroadcasts } from './client-broadcasts';
import { Realtime } from './realtime';
import { mayJoin, mayStay, roomOf, roomsFor } from './rooms';
import { type SocketMessage, socketMessages } from './socket-messages';

type Person = { sessionId: string; userId: string };
type Connection = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Person>;
type Connections = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Person>;

const MESSAGES_PER_TEN_SECONDS = 30;
/** One for each open tab. */
const SOCKETS_PER_PERSON = 20;
/** How long a connection can remain open that has not signed in. */
const SIGN_IN_TIMEOUT_MS = 10_000;

/** Timers of Node.js cannot wait longer than 24 days. */
const MAX_TIMER_MS = 20 * 86_400_000;

/** The socket server: it admits only signed-in people, assigns rooms and validates client events with the contract. */
@WebSocketGateway({
  transports: ['websocket', 'polling'],
  maxHttpBufferSize: 16_384,
  connectTimeout: SIGN_IN_TIMEOUT_MS,
  serveClient: false,
})
export class RealtimeGateway implements OnGatewayInit<Connections>, OnGatewayConnection<Connection> {
  private readonly logger = new Logger(RealtimeGateway.name);
  private readonly messageLimiter;
  private readonly expiryTimers = new WeakMap<Connection, NodeJS.Timeout>();
  /** Sockets that are in rooms but have not been told yet that they are connected, by their id. */
  private readonly connecting = new Map<string, Connection>();

  constructor(
    private readonly actors: ActorResolver,
    private readonly realtime: Realtime,
    private readonly broadcasts: ClientBroadcasts,
    private readonly clock: Clock,
    limiters: LimiterFactory,
  ) {
    this.messageLimiter = limiters.create({
      keyPrefix: 'rate:socket',
      points: MESSAGES_PER_TEN_SECONDS,
      duration: 10,
    });
  }

  afterInit(server: Connections): void {
    this.realtime.attach(server, async (userId) => {
      const { sockets, adapter } = server.sockets;
      const ids = adapter.rooms.get(roomOf.person(userId)) ?? [];
      await Promise.all([...ids].map((id) => this.syncRooms(sockets.get(id) ?? this.connecting.get(id))));
    });
    server.use((socket: Connection, next) => {
      const admitted = this.admit(socket).catch((error: unknown) => {
        this.logger.error(error);
        return 'UNAVAILABLE';
      });
      void admitted.then((refusal) => {
        if (refusal !== undefined) this.connecting.delete(socket.id);
        next(refusal === undefined ? undefined : new Error(refusal));
      });
    });
  }

  async handleConnection(socket: Connection): Promise<void> {
    this.connecting.delete(socket.id);
    // The session can have ended since the socket was admitted.
    if (!(await this.syncRooms(socket))) return;
    await this.disconnectAtExpiry(socket);
    socket.once('disconnect', () => clearTimeout(this.expiryTimers.get(socket)));
  }

  @SubscribeMessage('join-laboratory')
  async joinLaboratory(@ConnectedSocket() socket: Connection, @MessageBody() body: unknown): Promise<Acknowledgement> {
    return this.respond(socket, 'join-laboratory', async (actor) => {
      const laboratoryId = clientEvents['join-laboratory'].safeParse(body);
      if (!laboratoryId.success) return refused('Specify a laboratory by its id');
      if (!mayJoin(actor, laboratoryId.data)) return refused("This laboratory doesn't exist");
      await socket.join(roomOf.laboratory(laboratoryId.data));
      await this.syncRooms(socket);
      return { ok: true };
    });
  }

  @SubscribeMessage('leave-laboratory')
  async leaveLaboratory(@ConnectedSocket() socket: Connection, @MessageBody() body: unknown): Promise<Acknowledgement> {
    return this.respond(socket, 'leave-laboratory', async (actor) => {
      const laboratoryId = clientEvents['leave-laboratory'].safeParse(body);
      if (!laboratoryId.success) return refused('Specify a laboratory by its id');
      // People cannot leave the room of their own laboratory, because they need its events for their work.
      if (laboratoryId.data !== actor.laboratoryId) await socket.leave(roomOf.laboratory(laboratoryId.data));
      return { ok: true };
    });
  }

  /** A broadcast like the one over HTTP: stored, audited and delivered with the sender's name, never relayed. */
  @SubscribeMessage('notification')
  async notify(@ConnectedSocket() socket: Connection, @MessageBody() body: unknown): Promise<Acknowledgement> {
    return this.respond(socket, 'notification', async (actor) => {
      const notification = clientEvents.notification.safeParse(body);
      if (!notification.success) return refused(notification.error.issues[0]?.message ?? 'Invalid notification');
      if (!actor.may('notifications.broadcast')) return refused("You don't have permission to do this");
      try {
        await this.broadcasts.send(actor, notification.data);
        return { ok: true };
      } catch (error) {
        if (error instanceof DomainError) return refused(error.message);
        this.logger.error(error);
        return refused("Couldn't send the notification. Try again in a moment.");
      }
    });
  }

  /**
   * Joins the socket to its rooms before the client hears that it is connected: from then on, it misses no change.
   * @returns why it cannot connect.
   */
  private async admit(socket: Connection): Promise<string | undefined> {
    if (!(await this.authenticate(socket))) return 'UNAUTHENTICATED';
    this.connecting.set(socket.id, socket);
    socket.conn.once('close', () => this.connecting.delete(socket.id));
    // Joined first, so that a change to the person's permissions reaches this socket from here on.
    await socket.join([roomOf.person(socket.data.userId), roomOf.session(socket.data.sessionId)]);
    if (this.socketsOf(socket) > SOCKETS_PER_PERSON) return 'TOO_MANY_CONNECTIONS';
    return (await this.syncRooms(socket)) ? undefined : 'UNAVAILABLE';
  }

  /** The number of sockets of the same person in this process. */
  private socketsOf({ nsp, data }: Connection): number {
    return nsp.adapter.rooms.get(roomOf.person(data.userId))?.size ?? 0;
  }

  private async authenticate(socket: Connection): Promise<boolean> {
    const { token } = socket.handshake.auth as { token?: unknown };
    const actor = typeof token === 'string' ? await this.actors.fromToken(token) : undefined;
    if (!actor || actor.mustChangePassword || actor.lacksSecondFactor(this.clock.now())) return false;
    socket.data.sessionId = actor.sessionId;
    socket.data.userId = actor.userId;
    return true;
  }

  /**
   * Moves a socket to the rooms of the person's current permissions, and repeats this until nothing has changed in the
   * meantime. If there is no such session, its person has to add a second
   * factor first, or cannot be determined, the socket is disconnected; the
   * client reconnects by itself.
   * @returns whether the socket is in its rooms.
   */
  private async syncRooms(socket: Connection | undefined): Promise<boolean> {
    try {
      while (socket && (socket.connected || this.connecting.has(socket.id))) {
        const actor = await this.actors.resolve(socket.data.sessionId);
        if (!actor || actor.lacksSecondFactor(this.clock.now())) break;
        const rooms = roomsFor(actor);
        const joining = rooms.filter((room) => !socket.rooms.has(room));
        const leaving = [...socket.rooms].filter((room) => !rooms.includes(room) && !mayStay(actor, room, socket.id));
        if (joining.length === 0 && leaving.length === 0) return true;
        for (const room of leaving) await socket.leave(room);
        await socket.join(joining);
      }
    } catch (error) {
      this.logger.error(error);
    }
    socket?.disconnect(true);
    return false;
  }

  /** Requests extend the session in the meantime, which the socket notices when the time has come. */
  private async disconnectAtExpiry(socket: Connection): Promise<void> {
    const timeLeft = await this.actors.timeLeft(socket.data.sessionId).catch((error: unknown) => {
      this.logger.error(error);
      return 0;
    });
    if (timeLeft <= 0) {
      socket.disconnect(true);
    } else if (socket.connected) {
      const wait = () => void this.disconnectAtExpiry(socket);
      this.expiryTimers.set(socket, setTimeout(wait, Math.min(timeLeft, MAX_TIMER_MS)).unref());
    }
  }

  private async respond(
    socket: Connection,
    event: ClientEvent,
    handler: (actor: Actor) => Promise<Acknowledgement> | Acknowledgement,
  ): Promise<Acknowledgement> {
    const reply = await this.replyTo(socket, handler);
    const outcome = reply.ok ? 'accepted' : 'refused';
    if (socketMessages.hasSubscribers) socketMessages.publish({ event, outcome } satisfies SocketMessage);
    return reply;
  }

  private async replyTo(
    socket: Connection,
    handler: (actor: Actor) => Promise<Acknowledgement> | Acknowledgement,
  ): Promise<Acknowledgement> {
    const actor = await this.actors.resolve(socket.data.sessionId);
    if (!actor || actor.lacksSecondFactor(this.clock.now())) {
      socket.disconnect(true);
      return refused('Sign in to continue');
    }
    const allowed = await this.messageLimiter.consume(actor.userId).then(
      () => true,
      () => false,
    );
    return allowed ? handler(actor) : refused('Too many messages. Try again in a moment.');
  }
}

function refused(message: string): Acknowledgement {
  return { ok: false, message };
}
