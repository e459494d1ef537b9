import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { LabScope } from '../../../platform/domain/lab-scope';
import { DomainEvents } from '../../../platform/events/domain-events';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import type { EntityChanged } from '../../../platform/records/records';
import { addDays, businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { Notices } from '../../notifications/notifications.port';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, staffChanged } from '../../staff/staff.port';
import { RosterCellRepository, type RosterCellRow } from '../rosters/roster.repository';
import { ShiftTypeRepository } from '../rosters/shift-type.repository';
import type { ShiftTypesById } from './cells';
import { draftInWords, rosterPlanned } from './plan-roster';
import { publishedInWords } from './published-changes';
import { RosterAudit } from './roster-audit';
import { ROSTER_LOCK } from './shift-types';

type Change = { before: Account; after: Account };

/** What was planned for people after they leave a laboratory is withdrawn: no board shows it, and no one works it. */
@Injectable()
export class ClearRoster implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly cells: RosterCellRepository,
    private readonly shiftTypes: ShiftTypeRepository,
    private readonly audit: RosterAudit,
    private readonly notices: Notices,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    // Within the transaction of the change, so that no one publishes days of a person who has just left.
    this.events.within(staffChanged, (change) => this.peopleChanged(change));
  }

  private async peopleChanged({ actor, changes }: EntityChanged<Account>): Promise<void> {
    for (const { before, after } of changes) {
      if (!before || !hasLeft(before, after)) continue;
      const laboratory = await this.laboratories.ownerOf(before);
      if (laboratory) await this.clear(actor, laboratory, { before, after });
    }
  }

  private async clear(actor: Actor | null, laboratory: LaboratoryRow, { before, after }: Change): Promise<void> {
    const { _id: laboratoryId, timezone } = laboratory;
    this.unitOfWork.lock(ROSTER_LOCK, laboratoryId.toHexString());
    const now = this.clock.now();
    const today = businessDay(now, timezone);
    const next = addDays(isMoved(before, after) ? today : (after.exitDate ?? today), 1);
    const rows = await this.cells.plannedFrom(laboratoryId, after._id, next > today ? next : today);
    const days = rows.map(({ day }) => day).toSorted();
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined) return;
    const changes = { draft: null, published: null, updatedBy: actor?.name ?? null };
    const writes = rows.map((row) => ({ row, changes }));
    if (!(await this.cells.updateEachAt(LabScope.everywhere(), writes, now))) throw new DomainError('ROSTER_CHANGED');
    const types = await this.shiftTypes.ofLaboratory(LabScope.everywhere(), laboratoryId);
    const byId: ShiftTypesById = new Map(types.map((type) => [type._id.toHexString(), type]));
    await this.audit.record(actor, 'roster.cleared', laboratoryId, [
      {
        userId: after._id,
        before: Object.fromEntries(rows.map((row) => [row.day, plannedInWords(row, byId)])),
        after: Object.fromEntries(days.map((day) => [day, draftInWords(null, byId)])),
      },
    ]);
    await this.notify(
      actor,
      laboratory,
      { before, after },
      rows.filter(({ published }) => published).map(({ day }) => day),
    );
    if (actor) await this.unitOfWork.raise(rosterPlanned, { actor, laboratoryId, from, to });
  }

  /** Of days that were published, since only those were known. People whose account has ended can't read it. */
  private async notify(
    actor: Actor | null,
    { _id: laboratoryId, name }: LaboratoryRow,
    { before, after }: Change,
    published: readonly string[],
  ): Promise<void> {
    const days = published.toSorted();
    const [from, to] = [days[0], days.at(-1)];
    if (after.status !== 'active' || from === undefined || to === undefined) return;
    const period = from === to ? `on ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`;
    const reason = isMoved(before, after) ? 'you no longer belong to this laboratory' : 'you leave before then';
    await this.notices.send({
      actor,
      to: [after],
      // People who moved read what belongs to their new laboratory.
      laboratoryId: after.laboratoryId ?? laboratoryId,
      type: 'system',
      priority: 'medium',
      title: 'Roster changed',
      message: `Your shifts ${period} at ${name} were withdrawn because ${reason}.`,
      action: { label: 'View my roster', path: '/attendance/roster?mine=true' },
    });
  }
}

function isMoved(before: Account, after: Account): boolean {
  return before.laboratoryId?.toHexString() !== after.laboratoryId?.toHexString();
}

function hasLeft(before: Account, after: Account): boolean {
  return isMoved(before, after) || (after.exitDate !== null && after.exitDate !== before.exitDate);
}

function plannedInWords({ draft, published }: RosterCellRow, shiftTypes: ShiftTypesById): string {
  const planned = `draft ${draftInWords(draft, shiftTypes)}`;
  return published ? `${publishedInWords(published)}, ${planned}` : planned;
}
