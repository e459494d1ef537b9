import { isDeepStrictEqual } from 'node:util';
import {
  type AddHolidaysBody,
  type Blocker,
  type BulkAnswer,
  type CopyLaboratoryBody,
  copyOf,
  type CreateLaboratoryBody,
  type Holiday,
  type Laboratory,
  type LaboratoryListItem,
  type LaboratoryListQuery,
  type LaboratoryOption,
  LaboratorySchema,
  type LaboratoryStats,
  MAX_HOLIDAYS,
  type Page,
  UpdateLaboratoryBody,
  withHolidayList,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { refusal } from '../../platform/domain/policy';
import { parsed } from '../../platform/http/validation';
import { firstVersion } from '../../platform/mongo/first-version';
import { newId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { changeEach, type Plan } from '../../platform/records/change-each';
import { type Records, RecordsFactory } from '../../platform/records/records';
import { businessDay, monthOf } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { laboratoriesChanged, LaboratoryFacts } from './laboratories.port';
import type { LaboratoryRow } from './laboratory.document';
import { derivedFields, toLaboratory, toLaboratoryEvent, toListItem, toOption } from './laboratory.mapper';
import { laboratoryPolicy, lockedFields } from './laboratory.policy';
import { LaboratoryRepository } from './laboratory.repository';

const HAS_NO_RECORDS = false;

const CopiedFields = UpdateLaboratoryBody.pick({ weeklyOff: true, workingHours: true, holidays: true, policies: true });

type LaboratoryServerEvent = 'laboratory:created' | 'laboratory:updated' | 'laboratory:deleted';

@Injectable()
export class LaboratoryService {
  readonly records: Records<LaboratoryRow, Laboratory, LaboratoryServerEvent>;

  constructor(
    private readonly laboratories: LaboratoryRepository,
    private readonly facts: LaboratoryFacts,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'laboratory',
      shown: {
        permission: 'laboratories.view',
        of: LaboratorySchema,
        fields: { copiedFrom: true, plannedDays: 'nobody' },
      },
      repository: laboratories,
      notFound: 'LABORATORY_NOT_FOUND',
      named: { fields: ['name'], as: ({ name }) => name },
      laboratoryOf: ({ _id }) => _id,
      present: async (viewer, row) => toLaboratory(row, viewer, await facts.hasRecords(row._id.toHexString())),
      changed: laboratoriesChanged,
      unique: { code: 'LABORATORY_CODE_TAKEN' },
      derive: derivedFields,
      live: {
        permission: 'laboratories.view',
        event: chooseEvent,
        payload: toLaboratoryEvent,
      },
    });
  }

  async list(actor: Actor, query: LaboratoryListQuery): Promise<Page<LaboratoryListItem>> {
    const { items, ...total } = await this.laboratories.list(actor.scope('laboratories.view'), query);
    return { items: items.map((row) => toListItem(row, actor)), ...total };
  }

  async options(actor: Actor): Promise<LaboratoryOption[]> {
    return (await this.laboratories.options(actor.scope('laboratories.view'))).map(toOption);
  }

  async stats(actor: Actor, id: string, period: { from?: string; to?: string }): Promise<LaboratoryStats> {
    const { timezone, updatedAt } = await this.records.getOrThrow(actor.scope('laboratories.view'), id);
    const month = monthOf(period.from ?? period.to ?? businessDay(this.clock.now(), timezone));
    const { from, to } = { from: period.from ?? month.from, to: period.to ?? month.to };
    const [blocks, others, lastWrite] = await Promise.all([
      this.facts.stats({ actor, laboratoryId: id, from, to }),
      this.facts.lastActivities(id),
      this.audit.findLast(id),
    ]);
    const times = [updatedAt, lastWrite, ...others].map((at) => at?.getTime() ?? 0);
    return { period: { from, to }, ...blocks, lastActivityAt: new Date(Math.max(...times)).toISOString() };
  }

  /** @throws DomainError LABORATORY_CODE_TAKEN, even if the laboratory with that code is archived. */
  create(actor: Actor, body: CreateLaboratoryBody): Promise<Laboratory> {
    const now = this.clock.now();
    const row: LaboratoryRow = {
      _id: newId(),
      ...body,
      status: 'active',
      holidays: byDate(body.holidays),
      ...derivedFields(body),
      ...firstVersion(actor, now),
    };
    return this.records.create(actor, row, (viewer, created) => toLaboratory(created, viewer, HAS_NO_RECORDS));
  }

  /**
   * @throws DomainError VERSION_CONFLICT, LABORATORY_ARCHIVED, LABORATORY_CODE_FROZEN, LABORATORY_CODE_TAKEN, OWN_WORK,
   * FORBIDDEN.
   */
  update(actor: Actor, id: string, { version, ...changes }: UpdateLaboratoryBody): Promise<Laboratory> {
    const policy = (before: LaboratoryRow) => laboratoryPolicy.edit(actor, before);
    // A suspension and another code are decided on what the laboratory contains.
    const locks = changes.status === undefined && changes.code === undefined ? [] : this.facts.locks;
    const change = async (before: LaboratoryRow) => {
      const after = { ...before, ...changes, holidays: byDate(changes.holidays ?? before.holidays) };
      await this.records.assertAllowed(actor, before, lockedFields(actor, before, after));
      if (changes.status !== undefined && changes.status !== before.status) {
        const action = changes.status === 'active' ? 'resume' : 'suspend';
        await this.records.assertAllowed(actor, before, laboratoryPolicy[action](actor, before));
      }
      const isRecoded = changes.code !== undefined && changes.code !== before.code;
      if (isRecoded && (await this.facts.hasRecords(id))) throw DomainError.onField('LABORATORY_CODE_FROZEN', 'code');
      return { ...changes, holidays: after.holidays };
    };
    return this.unitOfWork.exclusive(locks, id, () =>
      this.records.change(actor, id, version, { permission: 'laboratories.edit', policy }, change),
    );
  }

  /**
   * Copies fields of another laboratory, both as the person saw them. Who can set a field decides here as in `update`.
   * @throws DomainError VERSION_CONFLICT, LABORATORY_ARCHIVED, VALIDATION_FAILED, OWN_WORK, FORBIDDEN.
   */
  async copy(actor: Actor, id: string, { from, version, ...chosen }: CopyLaboratoryBody): Promise<Laboratory> {
    if (from._id === id) throw DomainError.onField('VALIDATION_FAILED', 'from._id', 'Choose another laboratory');
    const source = await this.records.getOrThrow(actor.scope('laboratories.view'), from._id);
    await this.records.assertVersion(actor, source, from.version);
    const options = {
      permission: 'laboratories.edit',
      action: 'copied',
      noted: { copiedFrom: source.name },
      policy: (before: LaboratoryRow) => laboratoryPolicy.edit(actor, before),
    } as const;
    return this.records.change(actor, id, version, options, async (before) => {
      const changes = validCopy(source, before, chosen);
      if (changes)
        await this.records.assertAllowed(actor, before, lockedFields(actor, before, { ...before, ...changes }));
      return changes;
    });
  }

  /**
   * Adds holidays to all of the laboratories or, if any has a fault, to none. A dry run returns the same results and
   * writes nothing.
   * @throws DomainError LABORATORY_NOT_FOUND if any of them is out of scope.
   */
  addHolidays(actor: Actor, { ids, holidays, replace, dryRun }: AddHolidaysBody): Promise<BulkAnswer> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('laboratories.edit');
      const rows = await this.records.getEach(scope, ids);
      return changeEach({
        plans: rows.map((row) => holidayPlan(actor, row, withHolidayList(row.holidays, holidays, replace))),
        dryRun,
        show: ({ row, changes }) =>
          changes.holidays ? [{ field: 'holidays', before: row.holidays, after: changes.holidays }] : [],
        write: (plans) => this.records.writeMany(scope, plans, { actor, action: 'updated' }),
      });
    });
  }

  /** What prevents archiving now, for those who can archive the laboratory. */
  async blockers(actor: Actor, id: string): Promise<Blocker[]> {
    await this.records.getOrThrow(actor.scope('laboratories.archive'), id);
    return this.facts.blockers(id);
  }

  /** @throws DomainError LABORATORY_HAS_BLOCKERS, VERSION_CONFLICT, LABORATORY_ARCHIVED. */
  archive(actor: Actor, id: string, version: number | undefined): Promise<Laboratory> {
    const options = {
      permission: 'laboratories.archive',
      action: 'archived',
      policy: (before: LaboratoryRow) => laboratoryPolicy.archive(actor, before),
    } as const;
    const change = async ({ name }: LaboratoryRow) => {
      const blockers = await this.facts.blockers(id);
      if (blockers.length > 0) {
        const list = blockers.map((blocker) => `${blocker.count} ${blocker.name}`).join(', ');
        const message = `${name} can't be archived yet. It still has: ${list}`;
        throw new DomainError('LABORATORY_HAS_BLOCKERS', { message, blockers });
      }
      return { status: 'archived' as const };
    };
    return this.unitOfWork.exclusive(this.facts.locks, id, () =>
      this.records.change(actor, id, version, options, change),
    );
  }
}

function chooseEvent(action: string): LaboratoryServerEvent {
  if (action === 'created') return 'laboratory:created';
  return action === 'archived' ? 'laboratory:deleted' : 'laboratory:updated';
}

function holidayPlan(actor: Actor, row: LaboratoryRow, holidays: Holiday[]): Plan<LaboratoryRow> {
  if (isDeepStrictEqual(holidays, row.holidays)) return { row, changes: {} };
  const tooMany = holidays.length > MAX_HOLIDAYS ? `At most ${MAX_HOLIDAYS} holidays` : undefined;
  const refused =
    laboratoryPolicy.edit(actor, row) ??
    lockedFields(actor, row, { ...row, holidays }) ??
    (tooMany ? refusal('VALIDATION_FAILED', tooMany) : undefined);
  return { row, changes: { holidays }, refused };
}

function byDate<Day extends { date: string }>(days: Day[]): Day[] {
  return days.toSorted((a, b) => a.date.localeCompare(b.date));
}

/**
 * The fields of a laboratory as a copy would change them; `null` where nothing would.
 * @throws DomainError VALIDATION_FAILED where what is copied does not fit what stays, or holidays would be too many.
 */
function validCopy(
  source: LaboratoryRow,
  target: LaboratoryRow,
  chosen: Pick<CopyLaboratoryBody, 'fields' | 'year'>,
): Partial<LaboratoryRow> | null {
  const copied = copyOf(source, target, chosen);
  const changed = Object.entries(copied).filter(
    ([field, value]) => !isDeepStrictEqual(value, target[field as keyof typeof copied]),
  );
  if (changed.length === 0) return null;
  return parsed(CopiedFields, Object.fromEntries(changed));
}
