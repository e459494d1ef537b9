import type { ClockState } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { type Refusal, refusal } from '../../../platform/domain/policy';
import type { ObjectId } from '../../../platform/domain/object-id';
import { businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import { holidayOn } from '../days/calendar';
import { Rosters } from '../rosters/rosters';
import { settledDay } from '../records/day-content';
import type { AttendanceRow } from '../records/record.document';
import { AttendanceRepository } from '../records/record.repository';
import { AttendanceRecords } from '../records/record';

/** How long the end of an earlier day is shown. */
const LAST_MS = 12 * 3_600_000;

/** What a person's own clock shows. */
@Injectable()
export class ClockStates {
  constructor(
    private readonly repository: AttendanceRepository,
    private readonly store: AttendanceRecords,
    private readonly rosters: Rosters,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly clock: Clock,
  ) {}

  async state(actor: Actor): Promise<ClockState> {
    const now = this.clock.now();
    const person = await this.people.account(actor.userId);
    if (!person) throw new DomainError('UNAUTHENTICATED');
    const open = await this.repository.findOpen(person._id);
    const laboratory = await this.laboratories.ownerOf(open ?? person);
    const day = laboratory
      ? await this.rosters.workDateAt(now, person, laboratory)
      : businessDay(now, NETWORK_TIMEZONE);
    const record = open ?? (await this.repository.ofDay(person._id, day));
    const shown = record ?? (laboratory && settledDay(await this.store.dayFor(person, laboratory, { workDate: day })));
    const isOnBreak = open?.breaks.at(-1)?.end === null;
    return {
      state: open ? (isOnBreak ? 'on_break' : 'in') : 'out',
      record: record && (await this.store.present(actor, record)),
      last: record ? null : await this.findLast(person._id, day, now),
      now: now.toISOString(),
      today: day,
      timezone: laboratory?.timezone ?? NETWORK_TIMEZONE,
      dayKind: shown?.dayKind ?? 'working',
      holiday: laboratory && holidayOn(day, laboratory),
      leave: shown?.leave ?? null,
      shift: shown?.shift ?? null,
      startsAt: shown?.calculation.startsAt?.toISOString() ?? null,
      endsAt: shown?.calculation.endsAt?.toISOString() ?? null,
      actions: clockActions(open, isOnBreak, laboratory),
    };
  }

  /** The work that ended recently and belongs to an earlier day. */
  private async findLast(userId: ObjectId, day: string, now: Date): Promise<ClockState['last']> {
    const row = await this.repository.findLatest(userId, day);
    const clockOut = row?.segments.at(-1)?.clockOut;
    const isLate = !clockOut || clockOut.method === 'auto' || now.getTime() - clockOut.at.getTime() > LAST_MS;
    if (!row || isLate) return null;
    return { workDate: row.workDate, workedMinutes: row.workedMinutes, clockOut: clockOut.at.toISOString() };
  }
}

function clockActions(open: AttendanceRow | null, isOnBreak: boolean, laboratory: LaboratoryRow | null) {
  if (open) return { clockOut: { allowed: true }, [isOnBreak ? 'endBreak' : 'startBreak']: { allowed: true } };
  const refused: Refusal | undefined = laboratory
    ? laboratoryUsePolicy.enterRecords(laboratory)
    : refusal('FORBIDDEN', "You aren't assigned to a laboratory. Choose one to clock in.");
  return { clockIn: refused ? { allowed: false, reason: refused.message } : { allowed: true } };
}
