import { plural } from '@shifa/contract';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../../platform/events/domain-events';
import { grouped } from '../../../platform/grouped';
import { LabScope } from '../../../platform/domain/lab-scope';
import { Locks } from '../../../platform/mongo/locks';
import type { ObjectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { attemptEach } from '../../../platform/observability/attempt-each';
import { Job } from '../../../platform/observability/job';
import { addDays, businessDay, eachDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { GroupCounts, Notices, ReminderRepository } from '../../notifications/notifications.port';
import { StaffPort } from '../../staff/staff.port';
import { leaveChanged } from '../leaves/leave';
import { RosterCellRepository } from '../rosters/roster.repository';
import { rosterPublished } from '../rosters/rosters';
import { ShiftTypeRepository } from '../rosters/shift-type.repository';
import { Coverage } from './coverage';
import { rosterPlanned } from './plan-roster';

/** So many days ahead, planners are notified of understaffed days. */
const DAYS_AHEAD = 3;
const PREFIX = 'warning:/attendance/roster:';

type ShortShift = { day: string; name: string; able: number; required: number };

const keyOf = (laboratoryId: ObjectId, day: string) => `${PREFIX}${laboratoryId.toHexString()}:${day}`;

/** Tells planners of days that are short of people: once for a laboratory and day. It ends when the day is covered. */
@Injectable()
export class CoverageNotices implements OnModuleInit {
  private readonly logger = new Logger(CoverageNotices.name);

  constructor(
    private readonly coverage: Coverage,
    private readonly cells: RosterCellRepository,
    private readonly shiftTypes: ShiftTypeRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly reminders: ReminderRepository,
    private readonly notices: Notices,
    private readonly groups: GroupCounts,
    private readonly events: DomainEvents,
    private readonly locks: Locks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.groups.register({
      prefix: PREFIX,
      permission: 'attendance.roster',
      count: async (actor, { laboratoryId = actor.laboratoryId, day }) => {
        const scope = actor.scope('attendance.roster');
        if (!laboratoryId || day === undefined || !scope.reaches(laboratoryId)) return 0;
        return (await this.shortOn(await this.laboratories.getInScope(scope, laboratoryId), [day])).length;
      },
      one: '1 shift is short of people.',
    });
    const recount = (laboratoryId: ObjectId, from: string, to: string) =>
      this.groups.changed(this.watched(from, to).map((day) => keyOf(laboratoryId, day)));
    this.events.after(rosterPlanned, ({ laboratoryId, from, to }) => recount(laboratoryId, from, to));
    this.events.after(rosterPublished, ({ publication: { laboratoryId, from, to } }) =>
      recount(laboratoryId, from, to),
    );
    this.events.after(leaveChanged, ({ changes }) => {
      for (const { after } of changes) recount(after.laboratoryId, after.from, after.to);
    });
  }

  @Job('roster-coverage', '45 20 * * * *')
  async run(): Promise<void> {
    await this.locks.hold('roster-coverage', async (signal) => {
      const { logger } = this;
      const laboratories = await this.laboratories.listInScope(LabScope.everywhere());
      // A laboratory that does not plan has nothing to cover.
      const planning = laboratories.filter(({ status, plannedDays }) => status === 'active' && plannedDays);
      await attemptEach(planning, (laboratory) => this.warnOf(laboratory), { logger, signal });
    });
  }

  private async warnOf(laboratory: LaboratoryRow): Promise<void> {
    const today = businessDay(this.clock.now(), laboratory.timezone);
    const short = await this.shortOn(laboratory, eachDay(today, addDays(today, DAYS_AHEAD)));
    for (const [day, shifts] of grouped(short, (shift) => shift.day)) await this.warn(laboratory, day, shifts);
  }

  private async warn(laboratory: LaboratoryRow, day: string, short: readonly ShortShift[]): Promise<void> {
    const [first] = short;
    if (!first) return;
    const key = keyOf(laboratory._id, day);
    await this.unitOfWork.run(async () => {
      if (!(await this.reminders.note(key, this.clock.now()))) return;
      const others =
        short.length > 1
          ? ` ${plural(short.length - 1, 'Another shift is', `${short.length - 1} other shifts are`)} short too.`
          : '';
      await this.notices.sendToHolders('attendance.roster', laboratory._id, {
        actor: null,
        type: 'warning',
        priority: 'high',
        title: `Roster short on ${formatDay(day)}`,
        message: `${first.name} needs ${plural(first.required, '1 person', `${first.required} people`)} and has ${first.able}.${others}`,
        action: { label: 'View roster', path: `/attendance/roster?day=${day}` },
        group: {
          key,
          count: short.length,
          message: `shifts are short of people on ${formatDay(day)}.`,
          path: `/attendance/roster?day=${day}`,
        },
      });
    });
  }

  /** The shifts with fewer people than they need. Drafts count, since they are what will be published. */
  private async shortOn(laboratory: LaboratoryRow, days: readonly string[]): Promise<ShortShift[]> {
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    const types = await this.shiftTypes.ofLaboratory(scope, laboratory._id);
    if (!types.some(({ minimumStaff }) => minimumStaff.some((number) => number > 0))) return [];
    const range = { from: days[0] ?? '', to: days.at(-1) ?? '' };
    const people = await this.people.peopleBetween(scope, { laboratoryId: laboratory._id, ...range });
    const cells = await this.cells.ofLaboratory(scope, laboratory._id, range);
    const nameOf = new Map(types.map(({ _id, name }) => [_id.toHexString(), name]));
    return (await this.coverage.of(days, types, cells, people, true))
      .filter(({ able, required }) => able < required)
      .map(({ day, shiftTypeId, able, required }) => ({ day, name: nameOf.get(shiftTypeId) ?? '', able, required }));
  }

  /** The days of a range about which planners may have been notified. */
  private watched(from: string, to: string): string[] {
    const now = this.clock.now();
    // A day wider than any time zone.
    const [first, last] = [addDays(businessDay(now, 'UTC'), -1), addDays(businessDay(now, 'UTC'), DAYS_AHEAD + 1)];
    const range = { from: from > first ? from : first, to: to < last ? to : last };
    return range.from > range.to ? [] : eachDay(range.from, range.to);
  }
}
