import { type DayKind, type LeavePreview, leaveTypeLabels } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { grouped } from '../../../platform/grouped';
import type { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { eachDay } from '../../../platform/time/business-day';
import { formatDay } from '../../../platform/time/format-time';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { Account } from '../../staff/staff.port';
import type { DayLeave } from '../days/day-rules';
import { employmentFault, holidayOn } from '../days/calendar';
import { type LeaveRow, type YearDays, LeaveRepository } from './leave.repository';

/** With the id of a person: what reads their leave, and what changes it. */
export const LEAVE_LOCK = 'leave';

type Range = Pick<LeaveRow, 'from' | 'to' | 'part'>;

type Holder = Pick<Account, 'joiningDate' | 'exitDate'>;
/** The holidays of the laboratory, and what each day is for the person. */
type Calendar = Pick<LaboratoryRow, 'holidays'> & { kindOn: (day: string) => DayKind };

/** What each day of a leave counts: working days while the person is employed, and nothing else. */
export function leaveCalendar({ from, to, part }: Range, person: Holder, calendar: Calendar) {
  return eachDay(from, to).map((day): LeavePreview['calendar'][number] => {
    const kind = calendar.kindOn(day);
    const counts = kind === 'working' && !employmentFault(day, person);
    return { day, kind, holiday: holidayOn(day, calendar), days: counts ? (part === 'full' ? 1 : 0.5) : 0 };
  });
}

/** The days that leave takes in each calendar year; empty without any. */
export function countLeaveDays(leave: Range, person: Holder, calendar: Calendar): YearDays[] {
  return groupByYear(leaveCalendar(leave, person, calendar));
}

export function groupByYear(calendar: LeavePreview['calendar']): YearDays[] {
  const years = new Map<number, number>();
  for (const { day, days } of calendar) {
    const year = Number(day.slice(0, 4));
    if (days > 0) years.set(year, (years.get(year) ?? 0) + days);
  }
  return [...years].map(([year, days]) => ({ year, days }));
}

/** The part of a day that leaves of one person cover; two halves make a full day. */
export function leaveOn(leaves: readonly Range[], day: string): DayLeave {
  const parts = leaves.filter(({ from, to }) => from <= day && day <= to).map(({ part }) => part);
  return new Set(parts).size > 1 ? 'full' : (parts[0] ?? null);
}

/** The leave among those with common days that takes the same part of a day. */
export function overlapping(leave: Range, others: readonly LeaveRow[]): LeaveRow | undefined {
  return others.find(({ part }) => part === 'full' || leave.part === 'full' || part === leave.part);
}

/** `Sick leave on Nov 26, 2026 (first half)`, `Casual leave from Nov 26, 2026 to Nov 28, 2026` */
export function leaveInWords({ type, from, to, part }: Range & Pick<LeaveRow, 'type'>): string {
  const half = { full: '', first_half: ' (first half)', second_half: ' (second half)' }[part];
  const days = from === to ? `on ${formatDay(from)}${half}` : `from ${formatDay(from)} to ${formatDay(to)}`;
  return `${leaveTypeLabels[type]} ${days}`;
}

/** Leave as the rest of attendance reads it. */
@Injectable()
export class LeaveDays {
  constructor(private readonly leaves: LeaveRepository) {}

  /** The approved leaves of people with a day in the period, by the id of the person; absent for those without any. */
  async approvedOn(
    userIds: readonly ObjectId[] | 'everyone',
    from: string,
    to: string,
  ): Promise<Map<string, LeaveRow[]>> {
    const rows = await this.leaves.ofPeople(userIds, { from, to, status: ['approved'] });
    return grouped(rows, ({ userId }) => userId.toHexString());
  }

  /** The number of leaves that await a decision. */
  async pendingCount(scope: LabScope): Promise<number> {
    return this.leaves.count(scope, { status: 'pending' });
  }
}
