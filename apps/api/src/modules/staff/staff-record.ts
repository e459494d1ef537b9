import type { StaffMember } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { EventKind } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { duplicatedField } from '../../platform/mongo/database-errors';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { accountChanged, type StaffChange } from './staff.events';
import { toStaffMember } from './staff.mapper';
import { StaffPlaces } from './staff-places';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

/** Finding, writing and telling of one person: what every write of the staff has in common. */
@Injectable()
export class StaffRecord {
  constructor(
    private readonly users: UserRepository,
    private readonly places: StaffPlaces,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError STAFF_NOT_FOUND, also for who is out of the scope. */
  async found(scope: LabScope, id: string): Promise<UserRow> {
    const row = await this.users.findById(scope, id);
    if (!row) throw new DomainError('STAFF_NOT_FOUND');
    return row;
  }

  /** @throws DomainError VERSION_CONFLICT with the person as they stand now. */
  async mustBeAt(actor: Actor, current: UserRow, version: number | undefined): Promise<void> {
    if (version === undefined || current.version === version) return;
    throw DomainError.versionConflict('person', current, await this.told(actor, current));
  }

  /** @throws DomainError VERSION_CONFLICT, EMAIL_TAKEN. */
  async write(scope: LabScope, before: UserRow, changes: Partial<UserRow>): Promise<UserRow> {
    const id = before._id.toHexString();
    const after = await this.unlessEmailTaken(() =>
      this.users.updateAt(scope, id, before.version, changes, this.clock.now()),
    );
    if (!after) throw new DomainError('VERSION_CONFLICT');
    return after;
  }

  /** @throws DomainError EMAIL_TAKEN, however close the other was. */
  async unlessEmailTaken<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write();
    } catch (error) {
      if (duplicatedField(error) === 'email') throw DomainError.onField('EMAIL_TAKEN', 'email');
      throw error;
    }
  }

  /**
   * Writes the audit rows and raises the events of changes in the transaction under way.
   * @param kind what open screens are told; of the `announced` ones alone, where not of all.
   */
  async tell(
    kind: EventKind<StaffChange>,
    changes: readonly StaffChange[],
    { action = kind.name, announced = changes }: { action?: string; announced?: readonly StaffChange[] } = {},
  ): Promise<void> {
    await this.audit.record(
      ...changes.map((change) => ({
        ...change,
        action,
        entity: 'user',
        entityId: change.after._id,
        laboratoryId: change.after.laboratoryId,
      })),
    );
    for (const { before, after } of changes) {
      // First, so that sockets stand where they belong when the rest is told.
      if (before) await this.unitOfWork.raise(accountChanged, { userId: after._id.toHexString() });
    }
    for (const change of announced) await this.unitOfWork.raise(kind, change);
  }

  /** The person as the viewer may see and change them. */
  async told(viewer: Actor, row: UserRow): Promise<StaffMember> {
    return toStaffMember(row, await this.places.of(row), viewer);
  }
}
