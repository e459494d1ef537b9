import {
  type CreateShiftTypeBody,
  MAX_SHIFT_TYPES,
  type Page,
  shiftMinutes,
  type ShiftType,
  type ShiftTypeAction,
  type ShiftTypeListQuery,
  ShiftTypeSchema,
  type UpdateShiftTypeBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../platform/audit/audit-log';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { actionsFor, lacks, notOffered, type Policy, refusal } from '../../../platform/domain/policy';
import { eventKind } from '../../../platform/events/domain-events';
import { firstVersion } from '../../../platform/mongo/first-version';
import { newId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { declaredFields } from '../../../platform/records/declared-fields';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { ShiftTypeRepository, type ShiftTypeRow } from '../rosters/shift-type.repository';

/** Raised within the transaction of every write to a shift type, besides its deletion. */
const shiftTypesChanged = eventKind<EntityChanged<ShiftTypeRow>>('shift-types.changed');

/** The lock of everything that changes a laboratory's roster or its shift types. */
export const ROSTER_LOCK = 'roster';

const plans = (viewer: Actor, { laboratoryId }: ShiftTypeRow) => lacks(viewer, 'attendance.roster', { laboratoryId });

const shiftTypePolicy: Policy<ShiftTypeAction, ShiftTypeRow> = {
  edit: plans,
  archive: (viewer, row) => (row.status === 'active' ? plans(viewer, row) : notOffered('SHIFT_TYPE_ARCHIVED')),
  restore: (viewer, row) => (row.status === 'archived' ? plans(viewer, row) : notOffered('SHIFT_TYPE_ARCHIVED')),
  remove: (viewer, row) => plans(viewer, row) ?? (row.used ? refusal('SHIFT_TYPE_IN_USE') : undefined),
};

/** What the roster of a laboratory is planned with. */
@Injectable()
export class ShiftTypes {
  readonly records: Records<ShiftTypeRow, ShiftType>;

  constructor(
    private readonly shiftTypes: ShiftTypeRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'shift-type',
      noun: 'shift type',
      shown: { permission: 'attendance.roster', of: ShiftTypeSchema, fields: { used: 'nobody' } },
      repository: shiftTypes,
      notFound: 'SHIFT_TYPE_NOT_FOUND',
      named: { fields: ['name', 'code'], as: ({ name, code }) => `${name} (${code})` },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: (viewer, row) => toShiftType(viewer, row),
      changed: shiftTypesChanged,
      unique: { code: 'SHIFT_TYPE_CODE_TAKEN' },
    });
  }

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VALIDATION_FAILED without a laboratory. */
  async list(actor: Actor, query: ShiftTypeListQuery): Promise<Page<ShiftType>> {
    const scope = actor.scope('attendance.roster');
    const laboratory = await this.laboratories.getInScope(scope, query.laboratoryId ?? actor.laboratoryId);
    const { items, total } = await this.shiftTypes.list(scope, laboratory._id, query);
    return { items: items.map((row) => toShiftType(actor, row)), total };
  }

  /**
   * @throws DomainError SHIFT_TYPE_CODE_TAKEN, LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED,
   *   LIST_FULL.
   */
  create(actor: Actor, { laboratoryId, ...body }: CreateShiftTypeBody): Promise<ShiftType> {
    // One at a time, so that they are counted.
    return this.unitOfWork.exclusive(ROSTER_LOCK, laboratoryId, async () => {
      const scope = actor.scope('attendance.roster');
      const laboratory = await this.laboratories.getForNewRecords(scope, laboratoryId);
      const known = await this.shiftTypes.ofLaboratory(scope, laboratory._id);
      if (known.length >= MAX_SHIFT_TYPES) {
        const message = `A laboratory can have at most ${MAX_SHIFT_TYPES} shift types. Delete one that isn't used.`;
        throw new DomainError('LIST_FULL', { message });
      }
      const now = this.clock.now();
      return this.records.create(actor, {
        _id: newId(),
        laboratoryId: laboratory._id,
        ...body,
        status: 'active',
        used: false,
        ...firstVersion(actor, now),
      });
    });
  }

  /** @throws DomainError SHIFT_TYPE_NOT_FOUND, SHIFT_TYPE_CODE_TAKEN, VERSION_CONFLICT, VALIDATION_FAILED. */
  update(actor: Actor, id: string, { version, ...changes }: UpdateShiftTypeBody): Promise<ShiftType> {
    return this.records.change(
      actor,
      id,
      version,
      { permission: 'attendance.roster', policy: (before) => shiftTypePolicy.edit(actor, before) },
      (before) => {
        const after = { ...before, ...changes };
        if (after.breakMinutes >= shiftMinutes(after)) {
          const message = 'The break must be shorter than the shift';
          throw DomainError.onField('VALIDATION_FAILED', 'breakMinutes', message);
        }
        return changes;
      },
    );
  }

  /** Archives or restores it. @throws DomainError SHIFT_TYPE_NOT_FOUND, VERSION_CONFLICT. */
  setStatus(actor: Actor, id: string, version: number | undefined, status: ShiftTypeRow['status']): Promise<ShiftType> {
    const action = status === 'archived' ? 'archived' : 'restored';
    return this.records.change(actor, id, version, { permission: 'attendance.roster', action }, (before) =>
      before.status === status ? null : { status },
    );
  }

  /** @throws DomainError SHIFT_TYPE_NOT_FOUND, SHIFT_TYPE_IN_USE, VERSION_CONFLICT. */
  remove(actor: Actor, id: string, version: number | undefined): Promise<void> {
    return this.unitOfWork.run(async () => {
      const before = await this.records.getOrThrow(actor.scope('attendance.roster'), id);
      // No one can plan with it until this commits.
      this.unitOfWork.lock(ROSTER_LOCK, before.laboratoryId.toHexString());
      await this.records.assertAllowed(actor, before, shiftTypePolicy.remove(actor, before));
      await this.records.assertVersion(actor, before, version);
      await this.shiftTypes.remove(before._id);
      const { laboratoryId, name, code } = before;
      await this.audit.record({
        actor,
        action: 'shift-type.removed',
        entity: 'shift-type',
        entityId: before._id,
        laboratoryId,
        before: { name, code },
        after: null,
      });
    });
  }
}

function toShiftType(viewer: Actor, row: ShiftTypeRow): ShiftType {
  return { ...declaredFields(ShiftTypeSchema, row), actions: actionsFor(shiftTypePolicy, viewer, row, undefined) };
}
