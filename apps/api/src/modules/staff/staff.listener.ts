import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import { type StaffChange, userCreated, userUpdated } from './staff.events';
import { toUserEvent } from './staff.mapper';
import type { UserRow } from './user.document';

/** Tells open screens of those who may see the person; both laboratories when someone moves, and the person. */
@Injectable()
export class StaffListener implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly realtime: Realtime,
  ) {}

  onModuleInit(): void {
    this.events.after(userCreated, ({ actor, after }) => {
      this.realtime.send(holdersOf(after), 'user:created', toUserEvent(after, actor));
    });
    this.events.after(userUpdated, ({ actor, before, after }: StaffChange) => {
      const person = roomOf.person(after._id.toHexString());
      this.realtime.send([...holdersOf(after), person], 'user:updated', toUserEvent(after, actor));
      if (before?.laboratoryId && !before.laboratoryId.equals(after.laboratoryId ?? undefined)) {
        // Where somebody leaves, what was known of them is all that may be told.
        const { version, updatedAt } = after;
        const left = roomOf.holders('staff.view', before.laboratoryId.toHexString());
        this.realtime.send([left], 'user:updated', toUserEvent({ ...before, version, updatedAt }, actor));
      }
    });
  }
}

function holdersOf({ laboratoryId }: UserRow): string[] {
  const everywhere = roomOf.holders('staff.view', null);
  return laboratoryId ? [everywhere, roomOf.holders('staff.view', laboratoryId.toHexString())] : [everywhere];
}
