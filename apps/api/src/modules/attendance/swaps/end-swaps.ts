import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../../platform/events/domain-events';
import { LabScope } from '../../../platform/domain/lab-scope';
import { Locks } from '../../../platform/mongo/locks';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { attemptEach } from '../../../platform/observability/attempt-each';
import { Job } from '../../../platform/observability/job';
import type { EntityChanged } from '../../../platform/records/records';
import { Clock } from '../../../platform/time/clock';
import { type Account, staffChanged } from '../../staff/staff.port';
import { OpenShiftRepository } from '../rosters/open-shift.repository';
import { RosterCellRepository } from '../rosters/roster.repository';
import { rosterPublished, type RosterPublished } from '../rosters/rosters';
import { SwapRepository, type SwapRow } from '../rosters/swap.repository';
import { isOpen } from './answer-swap';
import { OpenShifts } from './open-shifts';
import { isStill } from './swap-checks';
import { SwapNotices } from './swap-notices';
import { Swaps } from './swap';

const PER_RUN = 100;

/** Swaps and open shifts that end by themselves, with a message to those who are concerned. */
@Injectable()
export class EndSwaps implements OnModuleInit {
  private readonly logger = new Logger(EndSwaps.name);

  constructor(
    private readonly events: DomainEvents,
    private readonly swaps: SwapRepository,
    private readonly store: Swaps,
    private readonly openShifts: OpenShiftRepository,
    private readonly offers: OpenShifts,
    private readonly cells: RosterCellRepository,
    private readonly notices: SwapNotices,
    private readonly locks: Locks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    // Within the transaction of the change, so that no one accepts what has just become impossible.
    this.events.within(staffChanged, (change) => this.peopleChanged(change));
    this.events.within(rosterPublished, (published) => this.rosterChanged(published));
  }

  @Job('roster-swaps', '15 */5 * * * *')
  async run(): Promise<void> {
    await this.locks.hold('roster-swaps', async (signal) => {
      const watched = { logger: this.logger, signal };
      const swaps = await this.swaps.begun(this.clock.now(), PER_RUN);
      await attemptEach(swaps, (row) => this.unitOfWork.run(() => this.endBegun(row)), watched);
      const openShifts = await this.openShifts.begun(this.clock.now(), PER_RUN);
      await attemptEach(openShifts, (row) => this.unitOfWork.run(() => this.offers.end(row)), watched);
    });
  }

  private async endBegun(row: SwapRow): Promise<void> {
    const current = await this.swaps.findById(LabScope.everywhere(), row._id.toHexString());
    if (current && isOpen(current)) await this.end(current, 'The shift begins before everyone has agreed.');
  }

  private async peopleChanged({ changes }: EntityChanged<Account>): Promise<void> {
    const left = changes.filter(({ before, after }) => before && hasLeft(before, after)).map(({ after }) => after);
    if (left.length === 0) return;
    for (const row of await this.swaps.openOf(left.map(({ _id }) => _id))) {
      const isGone = (id: Account['_id']) => left.some((person) => person._id.equals(id) && isAway(person, row));
      const owner = isGone(row.userId);
      const taker = row.takenBy !== null && isGone(row.takenBy._id);
      const others = row.asked.filter(({ _id, declined }) => !declined && !isGone(_id));
      if (owner || taker || others.length === 0) {
        const name = owner
          ? row.personName
          : (row.takenBy?.name ?? row.asked.find(({ _id }) => isGone(_id))?.name ?? '');
        await this.end(row, `${name} no longer works on that day.`);
      } else if (row.asked.some(({ _id, declined }) => !declined && isGone(_id))) {
        const asked = row.asked.map((one) => (isGone(one._id) ? { ...one, declined: true } : one));
        await this.store.records.write(LabScope.everywhere(), row, { asked }, { actor: null, action: 'declined' });
      }
    }
  }

  private async rosterChanged({ publication, userIds }: RosterPublished): Promise<void> {
    const { laboratoryId, from, to } = publication;
    const people = new Set(userIds);
    const concerned = (await this.swaps.openIn(laboratoryId)).filter((row) =>
      shiftsOf(row).some(({ id, shift }) => people.has(id) && shift.day >= from && shift.day <= to),
    );
    for (const row of concerned) {
      const shifts = shiftsOf(row);
      const ids = [row.userId, ...row.asked.map(({ _id }) => _id)];
      const days = shifts.map(({ shift }) => shift.day).toSorted();
      const range = { from: days[0] ?? from, to: days.at(-1) ?? to };
      const cells = await this.cells.ofLaboratory(LabScope.everywhere(), laboratoryId, range, ids);
      const cellOf = (id: string, day: string) =>
        cells.find((cell) => cell.day === day && cell.userId.toHexString() === id);
      if (shifts.every(({ id, shift }) => isStill(cellOf(id, shift.day), shift))) continue;
      await this.end(row, 'A planner changed the roster of that day.');
    }
  }

  private async end(before: SwapRow, endedBecause: string): Promise<void> {
    const changes = { status: 'ended' as const, endedBecause };
    const after = await this.store.records.write(LabScope.everywhere(), before, changes, {
      actor: null,
      action: 'ended',
    });
    await this.notices.ended(after, before);
  }
}

/** The shifts that a swap is about, with whose they are. */
function shiftsOf({ userId, shift, inExchange, asked }: SwapRow) {
  const [colleague] = asked;
  return [
    { id: userId.toHexString(), shift },
    ...(inExchange && colleague ? [{ id: colleague._id.toHexString(), shift: inExchange }] : []),
  ];
}

function hasLeft(before: Account, after: Account): boolean {
  return (
    after.status !== 'active' ||
    before.exitDate !== after.exitDate ||
    before.laboratoryId?.toHexString() !== after.laboratoryId?.toHexString()
  );
}

function isAway({ status, exitDate, laboratoryId }: Account, row: SwapRow): boolean {
  const last = [row.shift.day, row.inExchange?.day ?? row.shift.day].toSorted().at(-1) ?? row.shift.day;
  return status !== 'active' || !laboratoryId?.equals(row.laboratoryId) || (exitDate !== null && exitDate < last);
}
