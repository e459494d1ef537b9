import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import type { EntityChanged } from '../../platform/records/records';
import { type Account, staffChanged } from '../staff/staff.port';
import { sessionsEnded } from './access.events';
import { ActorCache } from './actor-cache';

/**
 * An ended session is forgotten by every process, and its sockets close at once. A changed account takes effect with the
 * next request, and its sockets receive only what it may see.
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
      // Sockets of other sessions reconnect by themselves.
      this.realtime.disconnect(sessionId ? roomOf.session(sessionId) : roomOf.person(userId));
    });
    const onStaffChanged = async ({ changes }: EntityChanged<Account>) => {
      for (const { before, after } of changes) {
        if (before) await this.syncAccount(after._id.toHexString());
      }
    };
    // First, so that events reach the sockets that may receive them from now on.
    this.events.after(staffChanged, onStaffChanged, { first: true });
  }

  private async syncAccount(userId: string): Promise<void> {
    this.cache.forget(userId);
    await this.realtime.reseat(userId);
  }
}
