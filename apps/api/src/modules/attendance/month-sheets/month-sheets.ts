import {
  MAX_LISTED_CLOSINGS,
  MAX_LISTED_IN_MONTH,
  type MonthDrift,
  type MonthFigures,
  monthFigures,
  type MonthLine,
  type MonthSheet,
  type MonthSheetQuery,
  type PendingInMonth,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { actionsFor } from '../../../platform/domain/policy';
import { grouped } from '../../../platform/grouped';
import { LabScope } from '../../../platform/domain/lab-scope';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { addDays, businessDay, eachDay, monthOf, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow, toZonedLaboratory } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { AttendanceBookRepository } from '../codes/attendance-book.repository';
import { employmentFault } from '../days/calendar';
import { toAttendancePerson } from '../days/subjects';
import { type LeaveRow, LeaveRepository } from '../leaves/leave.repository';
import { leaveSight } from '../leaves/leave-sight';
import {
  type ClosedLine,
  MonthClosingRepository,
  type MonthClosingRow,
} from '../month-closings/month-closing.repository';
import { AttendanceRepository } from '../records/record.repository';
import { Rosters } from '../rosters/rosters';
import { isMonthOver, monthPolicy, toMonthClosing } from './month-policy';
import {
  figuresOf,
  pendingKindOf,
  type SheetDay,
  type SheetRecord,
  sheetProjection,
  type WholeLine,
} from './sheet-line';
import { digestFigures, isShownDrift, toShownLine, toShownPending } from './shown-sheet';

/** A month as it is now. */
export type CurrentMonth = { lines: WholeLine[]; pending: PendingInMonth[]; isOver: boolean };
type Days = { from: string; to: string };

/** The months of laboratories for payroll: as they are, as they were closed, and what differs between both. */
@Injectable()
export class MonthSheets {
  constructor(
    private readonly records: AttendanceRepository,
    private readonly leaves: LeaveRepository,
    private readonly closings: MonthClosingRepository,
    private readonly books: AttendanceBookRepository,
    private readonly rosters: Rosters,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VALIDATION_FAILED without a laboratory. */
  async sheet(actor: Actor, { laboratoryId, month: asked }: MonthSheetQuery): Promise<MonthSheet> {
    const scope = actor.scope('attendance.view');
    const laboratory = await this.laboratories.getInScope(scope, laboratoryId ?? actor.laboratoryId);
    const month = asked ?? this.monthBefore(laboratory);
    const [{ lines, pending, isOver }, closing, closings] = await readAll(
      () => this.current(scope, laboratory, month),
      () => this.closings.closed(laboratory._id, month),
      () => this.closings.latest(laboratory._id, month, MAX_LISTED_CLOSINGS),
    );
    const closed = closing && linesWithin(scope, closing.lines);
    const sees = leaveSight(actor, laboratory);
    const drift = closed ? driftOf(closed, lines).filter((one) => isShownDrift(one, sees)) : [];
    const listed = pending.slice(0, MAX_LISTED_IN_MONTH).map((item) => toShownPending(item, month, sees));
    const shown = (closed ?? lines).map((line) => toShownLine(line, sees));
    const { _id, status } = laboratory;
    const state = { laboratoryId: _id, status, month, isClosed: closing !== null, isOver, pending: pending.length };
    return {
      month,
      laboratory: toZonedLaboratory(laboratory),
      closing: closing && toMonthClosing(closing),
      lines: shown,
      figuresDigest: closed || scope.userId !== null ? null : digestFigures(shown),
      pending: { total: pending.length, items: listed },
      drift: { total: drift.length, items: drift.slice(0, MAX_LISTED_IN_MONTH) },
      closings: closings.map(toMonthClosing),
      actions: actionsFor(monthPolicy, actor, state, undefined),
    };
  }

  /** The month before the current one, by the laboratory's calendar. */
  monthBefore({ timezone }: Pick<LaboratoryRow, 'timezone'>): string {
    const today = businessDay(this.clock.now(), timezone);
    return addDays(monthOf(today).from, -1).slice(0, 7);
  }

  /** The lines to hand over: as the month was closed or, while it is open, as they are. */
  async handedOver(actor: Actor, scope: LabScope, laboratory: LaboratoryRow, month: string): Promise<MonthLine[]> {
    const closing = await this.closings.closed(laboratory._id, month);
    const lines = closing ? linesWithin(scope, closing.lines) : (await this.current(scope, laboratory, month)).lines;
    const sees = leaveSight(actor, laboratory);
    return lines.map((line) => toShownLine(line, sees));
  }

  /** Whether the month is closed in each of the laboratories. In one that is archived, nothing can change any longer. */
  async areClosed(laboratories: readonly LaboratoryRow[], month: string): Promise<boolean> {
    const ids = laboratories.filter(({ status }) => status !== 'archived').map(({ _id }) => _id);
    return (await this.closings.countClosed(ids, month)) === ids.length;
  }

  /**
   * The month from the records, leaves and calendar as they are, of everyone in the scope who belongs to the laboratory or
   * worked there, by name. The number of queries does not depend on the number of people.
   */
  async current(scope: LabScope, laboratory: LaboratoryRow, month: string): Promise<CurrentMonth> {
    const range = monthOf(`${month}-01`);
    const [own, records, markedThrough] = await readAll(
      () => this.people.peopleBetween(scope, { laboratoryId: laboratory._id, ...range }),
      () => this.records.ofMonth(scope, laboratory._id, range, sheetProjection),
      () => this.books.markedThrough(laboratory._id),
    );
    const isWanted = ({ _id }: Account) => scope.userId === null || _id.toHexString() === scope.userId;
    const people = (await this.withGuests(own, records)).filter(isWanted);
    const ids = people.map(({ _id }) => _id);
    const [leaves, elsewhere, planOn] = await readAll(
      () => this.leaves.ofPeople(ids, { ...range, status: ['approved', 'pending'] }),
      () => this.records.daysElsewhere(ids, laboratory._id, range),
      () => this.rosters.plans([laboratory], [range.from, range.to], 'everyone'),
    );
    const today = businessDay(this.clock.now(), laboratory.timezone);
    const marked = settledThrough(laboratory, today, markedThrough);
    const recordsOf = grouped(records, ({ userId }) => userId.toHexString());
    const leavesOf = grouped(leaves, ({ userId }) => userId.toHexString());
    const days = eachDay(range.from, range.to);
    const elsewhereIds = new Set([...elsewhere].map((key) => key.slice(0, key.indexOf(' '))));
    let unmarked: string | undefined;
    const lines = people.map((person): WholeLine => {
      const id = person._id.toHexString();
      const byDay = new Map((recordsOf.get(id) ?? []).map((record) => [record.workDate, record]));
      const approved = (leavesOf.get(id) ?? []).filter(({ status }) => status === 'approved');
      const belongs = belongingTo(laboratory, person, elsewhereIds.has(id));
      const own = days.map((day): SheetDay => {
        const record = byDay.get(day);
        const { kind } = planOn(day, person, laboratory);
        const isElsewhere = !record && (!belongs(day) || elsewhere.has(`${id} ${day}`));
        const isEmployed = employmentFault(day, person) === undefined;
        const isOpen = day > marked;
        const isMissing = isOpen && !record && !isElsewhere && isEmployed && kind === 'working';
        if (isMissing && (unmarked === undefined || day < unmarked)) unmarked = day;
        return { day, record, isElsewhere, isEmployed, kind, leaves: approved, isOpen };
      });
      return { person: toAttendancePerson(person), figures: figuresOf(own) };
    });
    const isOver = isMonthOver(month, today);
    const absences: PendingInMonth[] =
      isOver && unmarked !== undefined ? [{ kind: 'absences', _id: null, person: null, day: unmarked }] : [];
    return { lines, pending: [...absences, ...pendingOf(people, records, leaves, range)], isOver };
  }

  /** With those who worked there and belong to another laboratory by now. */
  private async withGuests(own: readonly Account[], records: readonly SheetRecord[]): Promise<Account[]> {
    const known = new Set(own.map(({ _id }) => _id.toHexString()));
    const guests = [...new Set(records.map(({ userId }) => userId.toHexString()))].filter((id) => !known.has(id));
    if (guests.length === 0) return [...own];
    const found = await this.people.findPeople(LabScope.everywhere(), guests);
    return [...own, ...found].toSorted((a, b) => (a.sortName < b.sortName ? -1 : 1));
  }
}

/**
 * On which days a person belongs to the laboratory, so that a day without a record counts in one laboratory only,
 * whichever is closed first: before a move, in the one of then. Its sheet has the person if there is any record of the
 * month in it; otherwise the days count where the person is now.
 */
function belongingTo(
  { _id }: LaboratoryRow,
  { laboratoryId, movedFrom }: Account,
  hasRecordsElsewhere: boolean,
): (day: string) => boolean {
  // In one zone for both laboratories, so that no day counts in both.
  const moved = movedFrom && businessDay(movedFrom.at, NETWORK_TIMEZONE);
  if (laboratoryId?.equals(_id)) return (day) => !moved || !hasRecordsElsewhere || day >= moved;
  return (day) => Boolean(moved && movedFrom.laboratoryId.equals(_id) && day < moved);
}

/**
 * The last day to which no absence can be added: the last one whose absences have been marked. A laboratory that
 * is not active marks none, so there it is yesterday.
 */
function settledThrough({ status }: LaboratoryRow, today: string, markedThrough: string | null): string {
  const yesterday = addDays(today, -1);
  if (status !== 'active') return yesterday;
  return markedThrough ?? '';
}

/** Everything undecided, by day, also what only others can decide on. */
function pendingOf(
  people: readonly Account[],
  records: readonly SheetRecord[],
  leaves: readonly LeaveRow[],
  { from }: Days,
): PendingInMonth[] {
  const byId = new Map(people.map((person) => [person._id.toHexString(), toAttendancePerson(person)]));
  const ofRecords = records.flatMap((record): PendingInMonth[] => {
    const kind = pendingKindOf(record);
    const person = byId.get(record.userId.toHexString());
    if (!kind || !person) return [];
    return [{ kind, _id: record._id.toHexString(), person, day: record.workDate }];
  });
  const ofLeaves = leaves.flatMap((leave): PendingInMonth[] => {
    const person = byId.get(leave.userId.toHexString());
    if (leave.status !== 'pending' || !person) return [];
    return [{ kind: 'leave', _id: leave._id.toHexString(), person, day: leave.from < from ? from : leave.from }];
  });
  return [...ofRecords, ...ofLeaves].toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
}

/** The stored lines of a closing that are in the scope. */
function linesWithin({ userId: only }: LabScope, lines: MonthClosingRow['lines']): WholeLine[] {
  return lines
    .filter(({ userId }) => only === null || userId.toHexString() === only)
    .map(({ userId, name, employeeCode, role, department, figures }) => ({
      person: { _id: userId.toHexString(), name, employeeCode, role, department },
      figures: { ...noFigures, ...figures },
    }));
}

/** @returns a line as a closing stores it. */
export function toClosedLine({ person, figures }: WholeLine, userId: ClosedLine['userId']): ClosedLine {
  const { name, employeeCode, role, department } = person;
  const stored = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== 0));
  return { userId, name, employeeCode, role, department, figures: stored };
}

/** What would be another figure today; people who are in one of both only have 0 in the other. */
function driftOf(closed: readonly WholeLine[], current: readonly WholeLine[]): MonthDrift[] {
  const now = new Map(current.map((line) => [line.person._id, line]));
  const then = new Set(closed.map(({ person }) => person._id));
  const pairs = [
    ...closed.map((line) => ({
      person: line.person,
      before: line.figures,
      after: now.get(line.person._id)?.figures ?? noFigures,
    })),
    ...current
      .filter(({ person }) => !then.has(person._id))
      .map(({ person, figures }) => ({ person, before: noFigures, after: figures })),
  ];
  return pairs.flatMap(({ person, before, after }) =>
    monthFigures
      .filter((figure) => before[figure] !== after[figure])
      .map((figure) => ({ person, figure, closed: before[figure], now: after[figure] })),
  );
}

const noFigures = Object.fromEntries(monthFigures.map((figure) => [figure, 0])) as MonthFigures;
