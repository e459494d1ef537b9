import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Job } from '../../platform/observability/job';
import { attemptEach } from '../../platform/observability/attempt-each';
import { DomainEvents } from '../../platform/events/domain-events';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import type { EntityChanged } from '../../platform/records/records';
import { Clock } from '../../platform/time/clock';
import { absencesChanged, type Account, Deputies, staffChanged, StaffPort, toUserEvent } from '../staff/staff.port';
import { rightsChanged, sessionConfirmed, sessionsEnded } from './access.events';
import { ActorCache } from './actor-cache';
import { secondFactorChanged } from './second-factor/second-factor.events';
import { secondFactorPolicyChanged } from './second-factor/second-factor-policies';

/**
 * An ended session is forgotten by every process, and its sockets close at once. A changed account takes effect with the
 * next request, and its sockets receive only what it can see. So does what a deputy can do, when the account that they
 * act for changes, or its absence begins or ends.
 */
@Injectable()
export class AccessListener implements OnModuleInit {
  /** The deputies of absent people as they were last noticed, by the id of the absent person. */
  private acting: ReadonlyMap<string, string> = new Map();
  /** The people whose sockets could not be moved, such as while the database was away. */
  private readonly unsynced = new Set<string>();
  private readonly logger = new Logger(AccessListener.name);

  constructor(
    private readonly events: DomainEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly realtime: Realtime,
    private readonly cache: ActorCache,
    private readonly staff: StaffPort,
    private readonly deputies: Deputies,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.invalidates(sessionsEnded, ({ userId }) => this.cache.invalidate([userId]));
    this.events.invalidates(sessionConfirmed, ({ userId }) => this.cache.invalidate([userId]));
    this.events.invalidates(secondFactorChanged, ({ account }) => this.cache.invalidate([account._id.toHexString()]));
    this.events.invalidates(secondFactorPolicyChanged, () => this.cache.clear());
    this.events.after(secondFactorChanged, ({ account }) => this.tell([account._id.toHexString()]), { first: true });
    this.events.after(secondFactorPolicyChanged, () => this.realtime.syncEveryone(), { first: true });
    this.events.invalidates(staffChanged, ({ changes }) => {
      this.cache.invalidate([...changes.map(({ after }) => after._id.toHexString()), ...deputiesIn(changes)]);
    });
    this.events.invalidates(absencesChanged, async ({ userIds }) => {
      this.cache.invalidate(await this.staff.findDeputies(userIds));
    });
    this.events.after(sessionsEnded, ({ userId, sessionId }) => {
      // Sockets of other sessions reconnect by themselves.
      this.realtime.disconnect(sessionId ? roomOf.session(sessionId) : roomOf.person(userId));
    });
    const onStaffChanged = async ({ changes }: EntityChanged<Account>) => {
      const changed = changes.filter(({ before }) => before !== null);
      for (const { after } of changed) await this.syncAccount(after._id.toHexString());
      await this.tell(deputiesIn(changes));
    };
    // First, so that events reach the sockets that can receive them from now on.
    this.events.after(staffChanged, onStaffChanged, { first: true });
    const onAbsencesChanged = async ({ userIds }: { userIds: readonly string[] }) => {
      await this.tell(await this.staff.findDeputies(userIds));
    };
    this.events.after(absencesChanged, onAbsencesChanged, { first: true });
  }

  /** Leave begins and ends with the day, without any write. Every process does this for its own sockets. */
  @Job('deputies', '5 * * * * *')
  async followAbsences(): Promise<void> {
    const before = this.acting;
    const now = await this.deputies.ofAbsentPeople();
    this.acting = now;
    const began = [...now].filter(([id, deputyId]) => before.get(id) !== deputyId);
    const ended = [...before].filter(([id, deputyId]) => now.get(id) !== deputyId);
    await this.tell([...this.unsynced, ...[...began, ...ended].map(([, deputyId]) => deputyId)]);
  }

  /**
   * Permissions end with a day as well, and so does the time to add a second factor; each request decides for itself, and
   * this moves the sockets.
   */
  @Job('permission-expiry', '5 * * * * *')
  async followEnds(): Promise<void> {
    await this.tell(this.cache.takeEnded(this.clock.now()));
  }

  private async syncAccount(userId: string): Promise<void> {
    this.cache.invalidate([userId]);
    await this.realtime.syncRooms(userId);
    await this.unitOfWork.run(() => this.unitOfWork.raise(rightsChanged, { userId }));
  }

  /** Their own screens fetch the permissions again. A failure affects no one else, and the next run tries again. */
  private async tell(userIds: readonly string[]): Promise<void> {
    const tellOne = async (userId: string) => {
      await this.syncAccount(userId);
      const account = await this.staff.account(userId);
      if (account) this.realtime.send([roomOf.person(userId)], 'user:updated', toUserEvent(account, null));
      this.unsynced.delete(userId);
    };
    for (const userId of await attemptEach(new Set(userIds), tellOne, { logger: this.logger })) {
      this.unsynced.add(userId);
    }
  }
}

/** The deputies of the people who were changed, before and after. */
function deputiesIn(changes: EntityChanged<Account>['changes']): string[] {
  const changed = changes.filter(({ before }) => before !== null);
  const deputies = changed.flatMap(({ before, after }) => [before?.deputy, after.deputy]);
  return deputies.flatMap((deputy) => deputy?._id.toHexString() ?? []);
}
