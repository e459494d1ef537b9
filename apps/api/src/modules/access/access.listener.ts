import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import { accountChanged } from '../staff/staff.port';
import { sessionsEnded } from './access.events';
import { ActorCache } from './actor-cache';

/**
 * An ended session is gone from every process's memory and its sockets close at once. A changed account counts from the
 * next request on, and its sockets hear no more than it may see.
 */
@Injectable()
export class AccessListener implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly realtime: Realtime,
    private readonly cache: ActorCache,
  ) {}

  onModuleInit(): void {
    this.events.after(sessionsEnded, ({ userId, sessionId }) => {
      this.cache.forget(userId);
      // A socket of a session that still lives comes back by itself.
      this.realtime.disconnect(sessionId ? roomOf.session(sessionId) : roomOf.person(userId));
    });
    this.events.after(accountChanged, async ({ userId }) => {
      this.cache.forget(userId);
      await this.realtime.syncRooms(userId);
    });
  }
}
