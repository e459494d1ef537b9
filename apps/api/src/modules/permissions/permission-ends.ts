import { hasEnded, type Permission, permissionLabel, permissions, type TimedOverride } from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { attemptEach } from '../../platform/observability/attempt-each';
import { Job } from '../../platform/observability/job';
import { AuditLog } from '../../platform/audit/audit-log';
import { LabScope } from '../../platform/domain/lab-scope';
import { Locks } from '../../platform/mongo/locks';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import type { Records } from '../../platform/records/records';
import { Clock } from '../../platform/time/clock';
import { formatDay } from '../../platform/time/format-time';
import { type Notice, Notices } from '../notifications/notifications.port';
import { type Account, PERMISSIONS_ENDED, StaffPort } from '../staff/staff.port';
import { fieldsOfOverride, findLatest } from './permission.mapper';

type Ended = { permission: Permission; override: TimedOverride };

/**
 * Tells the holder of an override and its giver that it has ended. Requests need no such job: they read the
 * clock. It only sends each notice once, in the transaction that notes on the override that it was sent.
 */
@Injectable()
export class PermissionEnds {
  private readonly logger = new Logger(PermissionEnds.name);
  private readonly records: Records<Account, Account>;

  constructor(
    private readonly staff: StaffPort,
    private readonly audit: AuditLog,
    private readonly notices: Notices,
    private readonly locks: Locks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    this.records = staff.recordsPresentedAs((_, person) => Promise.resolve(person));
  }

  @Job('permission-ends', '40 */5 * * * *')
  async run(): Promise<void> {
    await this.locks.hold('permission-ends', async (signal) => {
      const { logger } = this;
      const people = await this.staff.peopleWithOverrides();
      const concerned = people.filter((person) => this.findEnded(person).length > 0);
      // Someone who changes a person at the same time goes first; the next run follows.
      await attemptEach(concerned, (person) => this.unitOfWork.run(() => this.notify(person)), { logger, signal });
    });
  }

  private findEnded({ permissionOverrides }: Account): Ended[] {
    const now = this.clock.now();
    return permissions.flatMap((permission) => {
      const override = permissionOverrides[permission];
      const isNew = typeof override === 'object' && !override.endNotified && hasEnded(override, now);
      return isNew ? [{ permission, override }] : [];
    });
  }

  private async notify(person: Account): Promise<void> {
    const ended = this.findEnded(person);
    const noted = ended.map(({ permission, override }) => [permission, { ...override, endNotified: true }] as const);
    const permissionOverrides = { ...person.permissionOverrides, ...Object.fromEntries(noted) };
    await this.records.writeMany(LabScope.everywhere(), [{ row: person, changes: { permissionOverrides } }], {
      actor: null,
      action: PERMISSIONS_ENDED,
    });
    const fields = ended.flatMap(({ permission }) => fieldsOfOverride(permission));
    const latest = await this.audit.latestChanges('user', person._id.toHexString(), fields);
    const giverIds = ended.map(({ permission }) => findLatest(permission, latest)?.by?._id.toHexString());
    const givers = await this.staff.findPeople(
      LabScope.everywhere(),
      giverIds.filter((id) => id !== undefined),
    );
    for (const [index, { permission, override }] of ended.entries()) {
      const what = `“${permissionLabel(permission)}”`;
      const past = `${override.allowed ? 'granted' : 'denied'} until ${formatDay(override.until)}`;
      await this.send([person], person, {
        message: `${what} was ${past}. Your role decides again.`,
        action: { label: 'View permissions', path: '/profile/permissions' },
      });
      const giver = givers.filter(({ _id, status }) => status === 'active' && _id.toHexString() === giverIds[index]);
      await this.send(giver, person, {
        message: `${what} was ${past} to ${person.name}. Their role decides again.`,
        action: { label: 'View permissions', path: `/staff/permissions/${person._id.toHexString()}` },
      });
    }
  }

  private async send(
    to: readonly Account[],
    { laboratoryId }: Account,
    text: Pick<Notice, 'message' | 'action'>,
  ): Promise<void> {
    const kind = { type: 'system', priority: 'medium', title: 'Permission ended' } as const;
    await this.notices.send({ ...kind, ...text, actor: null, to, laboratoryId });
  }
}
