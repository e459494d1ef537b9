import {
  type AuditEntry,
  canBecome,
  type CreateLaboratoryBody,
  type Laboratory,
  type LaboratoryListQuery,
  type LaboratoryStats,
  type UpdateLaboratoryBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { EventKind } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { duplicatedField } from '../../platform/mongo/database-errors';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { newId } from '../../platform/mongo/object-id';
import type { Page } from '../../platform/mongo/scoped-repository';
import { Transactions } from '../../platform/mongo/transactions';
import { businessDay, monthOf } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoryFacts } from './laboratories.port';
import type { LaboratoryRow } from './laboratory.document';
import { laboratoryArchived, laboratoryCreated, laboratoryUpdated, type LaboratoryChange } from './laboratory.events';
import { derivedFields, toLaboratory } from './laboratory.mapper';
import { LaboratoryRepository } from './laboratory.repository';

/** Who reaches only their own laboratory changes neither these nor its finance policy. */
const networkFields = ['code', 'status'] as const;

@Injectable()
export class LaboratoryService {
  constructor(
    private readonly laboratories: LaboratoryRepository,
    private readonly facts: LaboratoryFacts,
    private readonly transactions: Transactions,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  list(actor: Actor, query: LaboratoryListQuery): Promise<Page<LaboratoryRow>> {
    return this.laboratories.list(actor.scope('laboratories.view'), query);
  }

  options(actor: Actor): Promise<LaboratoryRow[]> {
    return this.laboratories.options(actor.scope('laboratories.view'));
  }

  async get(actor: Actor, id: string): Promise<Laboratory> {
    const row = await this.found(actor.scope('laboratories.view'), id);
    return this.told(row);
  }

  async history(
    actor: Actor,
    id: string,
    page: number,
    limit: number,
  ): Promise<{ entries: AuditEntry[]; total: number }> {
    await this.found(actor.scope('laboratories.view'), id);
    return this.audit.storyOf('laboratory', id, page, limit);
  }

  async stats(actor: Actor, id: string, period: { from?: string; to?: string }): Promise<LaboratoryStats> {
    const { timezone, updatedAt } = await this.found(actor.scope('laboratories.view'), id);
    const month = monthOf(period.from ?? period.to ?? businessDay(this.clock.now(), timezone));
    const { from, to } = { from: period.from ?? month.from, to: period.to ?? month.to };
    const blocks = await this.facts.stats({ actor, laboratoryId: id, from, to });
    return { period: { from, to }, ...blocks, lastActivityAt: updatedAt.toISOString() };
  }

  /** @throws DomainError LABORATORY_CODE_TAKEN, also by an archived laboratory. */
  create(actor: Actor, body: CreateLaboratoryBody): Promise<Laboratory> {
    return this.transactions.run(async () => {
      const now = this.clock.now();
      const row: LaboratoryRow = {
        _id: newId(),
        ...body,
        status: 'active',
        holidays: inOrder(body.holidays),
        ...derivedFields(body),
        updatedBy: actor.name,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      await this.unlessCodeTaken(() => this.laboratories.insert(row));
      await this.tell(laboratoryCreated, { actor, before: null, after: row });
      return this.told(row);
    });
  }

  /** @throws DomainError VERSION_CONFLICT, LABORATORY_ARCHIVED, LABORATORY_CODE_FROZEN, LABORATORY_CODE_TAKEN. */
  update(actor: Actor, id: string, { version, ...changes }: UpdateLaboratoryBody): Promise<Laboratory> {
    return this.transactions.run(async () => {
      const scope = actor.scope('laboratories.edit');
      const before = await this.found(scope, id);
      await this.mayChange(actor, before, version, changes);
      const merged = { ...before, ...changes, holidays: inOrder(changes.holidays ?? before.holidays) };
      const after = await this.write(scope, before, {
        ...changes,
        holidays: merged.holidays,
        ...derivedFields(merged),
        updatedBy: actor.name,
      });
      await this.tell(laboratoryUpdated, { actor, before, after });
      return this.told(after);
    });
  }

  /** @throws DomainError LABORATORY_HAS_BLOCKERS, VERSION_CONFLICT, LABORATORY_ARCHIVED. */
  archive(actor: Actor, id: string, version: number | undefined): Promise<Laboratory> {
    return this.transactions.run(async () => {
      const scope = actor.scope('laboratories.archive');
      const before = await this.found(scope, id);
      if (before.status === 'archived') throw new DomainError('LABORATORY_ARCHIVED');
      if (version !== undefined) await this.mustBeAt(before, version);
      const blockers = await this.facts.blockers(id);
      if (blockers.length > 0) {
        const list = blockers.map(({ name, count }) => `${count} ${name}`).join(', ');
        throw new DomainError('LABORATORY_HAS_BLOCKERS', {
          message: `${before.name} cannot be archived yet: ${list}`,
          blockers,
        });
      }
      const after = await this.write(scope, before, { status: 'archived', updatedBy: actor.name });
      await this.tell(laboratoryArchived, { actor, before, after });
      return this.told(after);
    });
  }

  private async mayChange(
    actor: Actor,
    before: LaboratoryRow,
    version: number,
    changes: Omit<UpdateLaboratoryBody, 'version'>,
  ): Promise<void> {
    if (before.status === 'archived') throw new DomainError('LABORATORY_ARCHIVED');
    await this.mustBeAt(before, version);
    if (!actor.scope('laboratories.edit').reachesAll) this.mustKeepNetworkFields(before, changes);
    if (changes.status && changes.status !== before.status) {
      if (!actor.may('laboratories.suspend')) throw new DomainError('FORBIDDEN');
      if (!canBecome(before.status, changes.status)) throw new DomainError('LABORATORY_ARCHIVED');
    }
    const recoded = changes.code !== undefined && changes.code !== before.code;
    if (recoded && (await this.facts.exist(before._id.toHexString()))) {
      throw DomainError.onField('LABORATORY_CODE_FROZEN', 'code');
    }
  }

  private mustKeepNetworkFields(before: LaboratoryRow, changes: Omit<UpdateLaboratoryBody, 'version'>): void {
    const message = 'Only the network can change this';
    for (const field of networkFields) {
      if (changes[field] !== undefined && changes[field] !== before[field]) {
        throw DomainError.onField('FORBIDDEN', field, message);
      }
    }
    const finance = changes.policies?.finance;
    if (!finance) return;
    for (const rule of ['approvalLimitPaise', 'backdatedAfterDays'] as const) {
      if (finance[rule] !== before.policies.finance[rule]) {
        throw DomainError.onField('FORBIDDEN', `policies.finance.${rule}`, message);
      }
    }
  }

  private async found(scope: LabScope, id: string): Promise<LaboratoryRow> {
    const row = await this.laboratories.findById(scope, id);
    if (!row) throw new DomainError('LABORATORY_NOT_FOUND');
    return row;
  }

  private async mustBeAt(current: LaboratoryRow, version: number): Promise<void> {
    if (current.version === version) return;
    throw DomainError.versionConflict('laboratory', current, await this.told(current));
  }

  private async write(scope: LabScope, before: LaboratoryRow, changes: Partial<LaboratoryRow>): Promise<LaboratoryRow> {
    const id = before._id.toHexString();
    const after = await this.unlessCodeTaken(() =>
      this.laboratories.updateAt(scope, id, before.version, changes, this.clock.now()),
    );
    if (!after) throw new DomainError('VERSION_CONFLICT');
    return after;
  }

  private async unlessCodeTaken<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write();
    } catch (error) {
      if (duplicatedField(error) === 'code') throw DomainError.onField('LABORATORY_CODE_TAKEN', 'code');
      throw error;
    }
  }

  private async tell(kind: EventKind<LaboratoryChange>, change: LaboratoryChange): Promise<void> {
    const { actor, before, after } = change;
    const { _id } = after;
    await this.audit.record({
      actor,
      action: kind.name,
      entity: 'laboratory',
      entityId: _id,
      laboratoryId: _id,
      before,
      after,
    });
    await this.transactions.raise(kind, change);
  }

  private async told(row: LaboratoryRow): Promise<Laboratory> {
    return toLaboratory(row, await this.facts.exist(row._id.toHexString()));
  }
}

function inOrder<Day extends { date: string }>(days: Day[]): Day[] {
  return days.toSorted((a, b) => a.date.localeCompare(b.date));
}
