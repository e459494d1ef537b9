import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CalendarLink, MyRoster, MyRosterQuery, NewCalendarLink } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../platform/audit/audit-log';
import { declareAudited } from '../../../platform/audit/audited-fields';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { FileStream } from '../../../platform/http/file-stream';
import { FailureLimit } from '../../../platform/limits/failure-limit';
import { LimiterFactory } from '../../../platform/limits/limiter-factory';
import { LabScope } from '../../../platform/domain/lab-scope';
import { objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { addDays, businessDay, eachDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, toZonedLaboratory } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { employmentFault, holidayOn, shiftWindow } from '../days/calendar';
import { LeaveDays, leaveOn } from '../leaves/leave-days';
import { CalendarLinkRepository } from '../rosters/calendar-link.repository';
import { RosterCellRepository } from '../rosters/roster.repository';
import { Rosters } from '../rosters/rosters';
import { ShiftTypeRepository } from '../rosters/shift-type.repository';
import { calendarFile } from './calendar-file';

const DAYS_BACK = 31;
const DAYS_AHEAD = 92;

declareAudited('calendar-link', { permission: 'staff.view', fields: {} });

/** Slows down guessing the addresses of calendars, by network address. */
@Injectable()
export class CalendarThrottle extends FailureLimit {
  constructor(limiters: LimiterFactory) {
    const message = 'Too many invalid calendar links came from your network. Try again later.';
    super(limiters, { name: 'roster-calendar', failures: 30, seconds: 900, message });
  }
}

/** A person's own roster, on the screen and as a calendar that their phone subscribes to. */
@Injectable()
export class OwnRosters {
  constructor(
    private readonly rosters: Rosters,
    private readonly cells: RosterCellRepository,
    private readonly shiftTypes: ShiftTypeRepository,
    private readonly links: CalendarLinkRepository,
    private readonly leaves: LeaveDays,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError VALIDATION_FAILED for people without a laboratory. */
  async mine(actor: Actor, { from, to }: MyRosterQuery): Promise<MyRoster> {
    actor.scope('attendance.view');
    const person = await this.people.account(actor.userId);
    const laboratory = person && (await this.laboratories.ownerOf(person));
    if (!person || !laboratory) {
      throw new DomainError('VALIDATION_FAILED', {
        message: "You aren't assigned to a laboratory, so you have no roster",
      });
    }
    const { timezone } = laboratory;
    const planOn = await this.rosters.ofPerson(person, laboratory, [from, to]);
    const leaves = (await this.leaves.approvedOn([person._id], from, to)).get(actor.userId) ?? [];
    const types = await this.shiftTypes.ofLaboratory(LabScope.everywhere(), laboratory._id);
    const colours = new Map(types.map(({ code, colour }) => [code, colour]));
    return {
      laboratory: toZonedLaboratory(laboratory),
      today: businessDay(this.clock.now(), timezone),
      days: eachDay(from, to).flatMap((day) => {
        if (employmentFault(day, person)) return [];
        const { kind, source, shift } = planOn(day, person, laboratory);
        const { start, end, breakMinutes, rostered } = shift;
        const works = kind === 'working' || rostered;
        const window = shiftWindow(day, shift);
        const named = {
          name: rostered?.name ?? null,
          code: rostered?.code ?? null,
          colour: colours.get(rostered?.code ?? '') ?? null,
        };
        const times = { startsAt: window.startsAt.toISOString(), endsAt: window.endsAt.toISOString() };
        return [
          {
            day,
            kind,
            source,
            shift: works ? { ...named, start, end, breakMinutes, ...times } : null,
            holiday: holidayOn(day, laboratory),
            leave: leaveOn(leaves, day),
          },
        ];
      }),
    };
  }

  async link(actor: Actor): Promise<CalendarLink | null> {
    actor.scope('attendance.view');
    const link = await this.links.of(actor.userId);
    return link && { createdAt: link.createdAt.toISOString() };
  }

  createLink(actor: Actor): Promise<NewCalendarLink> {
    actor.scope('attendance.view');
    const token = randomBytes(32).toString('base64url');
    return this.unitOfWork.run(async () => {
      const createdAt = this.clock.now();
      await this.links.save(actor.userId, { tokenHash: hashed(token), createdAt });
      await this.record(actor, 'calendar-link.created');
      return { createdAt: createdAt.toISOString(), path: `/api/attendance/roster/calendar/${token}/roster.ics` };
    });
  }

  removeLink(actor: Actor): Promise<void> {
    actor.scope('attendance.view');
    return this.unitOfWork.run(async () => {
      if (await this.links.remove(actor.userId)) await this.record(actor, 'calendar-link.removed');
    });
  }

  /** @throws DomainError LINK_INVALID also for people who are no longer active. */
  async calendar(token: string): Promise<FileStream> {
    const link = await this.links.withToken(hashed(token));
    const person = link && (await this.people.account(link._id.toHexString()));
    if (person?.status !== 'active') throw new DomainError('LINK_INVALID');
    const content = calendarFile('Roster', await this.events(person));
    return new FileStream(Readable.from([content]), 'roster.ics', { type: 'text/calendar; charset=utf-8' });
  }

  /** The published shifts, without those of days on leave. */
  private async events(person: Account) {
    const laboratory = await this.laboratories.ownerOf(person);
    if (!laboratory) return [];
    const today = businessDay(this.clock.now(), laboratory.timezone);
    const days = { from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD) };
    const cells = await this.cells.ofLaboratory(LabScope.everywhere(), laboratory._id, days, [person._id]);
    const leaves = (await this.leaves.approvedOn([person._id], days.from, days.to)).get(person._id.toHexString()) ?? [];
    return cells
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .flatMap(({ day, published, version, updatedAt }) => {
        if (published?.value !== 'shift' || employmentFault(day, person) || leaveOn(leaves, day) === 'full') return [];
        const { name, code, start, end } = published;
        const window = shiftWindow(day, { start, end, timezone: laboratory.timezone });
        const uid = `${person._id.toHexString()}-${day}@roster.shifa-ms`;
        const title = `${name} (${code})`;
        return [{ uid, sequence: version, changedAt: updatedAt, ...window, title, place: laboratory.name }];
      });
  }

  private async record(actor: Actor, action: string): Promise<void> {
    const laboratoryId = actor.laboratoryId === null ? null : objectId(actor.laboratoryId);
    const about = { entity: 'calendar-link', entityId: objectId(actor.userId), laboratoryId } as const;
    await this.audit.record({ actor, action, ...about, before: null, after: null });
  }
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
