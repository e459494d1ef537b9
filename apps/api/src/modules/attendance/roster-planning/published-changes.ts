import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../platform/audit/audit-log';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { grouped } from '../../../platform/grouped';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, type ObjectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { PublicationRepository, type PublicationRow } from '../rosters/publication.repository';
import {
  type DraftValue,
  type PublishedValue,
  RosterCellRepository,
  type RosterCellRow,
} from '../rosters/roster.repository';
import { rosterPublished } from '../rosters/rosters';
import { RosterAudit } from './roster-audit';

type Days = { from: string; to: string };

/** What a day of a person becomes; without a draft, the one that is planned stays. */
export type PublishedWrite = {
  userId: ObjectId;
  day: string;
  before: RosterCellRow | null;
  published: PublishedValue;
  draft?: DraftValue;
};

/** Writes published days as one numbered publication. The lock of the roster keeps planners out. */
@Injectable()
export class PublishedChanges {
  constructor(
    private readonly cells: RosterCellRepository,
    private readonly publications: PublicationRepository,
    private readonly rosterAudit: RosterAudit,
    private readonly audit: AuditLog,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async write(
    actor: Actor,
    laboratory: LaboratoryRow,
    { from, to }: Days,
    writes: readonly PublishedWrite[],
  ): Promise<PublicationRow> {
    const { _id: laboratoryId } = laboratory;
    const now = this.clock.now();
    await this.writeCells(actor, laboratoryId, writes, now);
    const byPerson = grouped(writes, ({ userId }) => userId.toHexString());
    const publication: PublicationRow = {
      _id: newId(),
      laboratoryId,
      number: (await this.publications.lastNumber(laboratoryId)) + 1,
      from,
      to,
      changedDays: writes.length,
      changedPeople: byPerson.size,
      publishedBy: actor.name,
      publishedAt: now,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.publications.insert(publication);
    await this.laboratories.notePlannedDays(laboratory, { from, to });
    const { number, changedDays, changedPeople } = publication;
    await this.audit.record({
      actor,
      action: 'roster-publication.created',
      entity: 'roster-publication',
      entityId: publication._id,
      laboratoryId,
      before: null,
      after: { number, from, to, changedDays, changedPeople },
    });
    const days = [...byPerson.values()].flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const inWords = (valueOf: (one: PublishedWrite) => PublishedValue | null) =>
        Object.fromEntries(own.map((one) => [one.day, publishedInWords(valueOf(one))]));
      const before = inWords((one) => one.before?.published ?? null);
      return [{ userId: first.userId, before, after: inWords(({ published }) => published) }];
    });
    await this.rosterAudit.record(actor, 'roster.published', laboratoryId, days);
    await this.unitOfWork.raise(rosterPublished, { publication, userIds: [...byPerson.keys()] });
    return publication;
  }

  private async writeCells(
    actor: Actor,
    laboratoryId: ObjectId,
    writes: readonly PublishedWrite[],
    now: Date,
  ): Promise<void> {
    const updated = writes.flatMap(({ before, published, draft }) =>
      before
        ? [{ row: before, changes: { published, ...(draft !== undefined && { draft }), updatedBy: actor.name } }]
        : [],
    );
    const inserted = writes.flatMap(({ before, userId, day, published, draft = null }) => {
      const created = { version: 1, createdAt: now, updatedAt: now, updatedBy: actor.name };
      return before ? [] : [{ _id: newId(), laboratoryId, userId, day, draft, published, ...created }];
    });
    if (inserted.length > 0) await this.cells.insertMany(inserted);
    if (!(await this.cells.updateEachAt(LabScope.everywhere(), updated, now))) throw new DomainError('ROSTER_CHANGED');
  }
}

export function publishedInWords(published: PublishedValue | null): string {
  if (!published || published.value === 'weekly') return 'weekly shift';
  if (published.value === 'off') return 'off';
  return `${published.code} ${published.start}–${published.end}`;
}
