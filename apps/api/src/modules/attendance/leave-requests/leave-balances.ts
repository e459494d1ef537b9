import {
  type LeaveBalance,
  type LeaveStatus,
  type LeaveType,
  leaveTypeLabels,
  leaveTypes,
  plural,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain/domain-error';
import type { ObjectId } from '../../../platform/domain/object-id';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import { type LeaveRow, LeaveRepository } from '../leaves/leave.repository';
import { AttendanceRepository } from '../records/record.repository';

const MATERNITY_DAYS = 182;
const PATERNITY_DAYS = 15;

/** The person on leave, and the laboratory whose rules apply. */
type Holder = { userId: ObjectId; laboratory: Pick<LaboratoryRow, 'policies'> };

/** Days of leave by calendar year and type. Nothing is prorated, and nothing carried over. */
@Injectable()
export class LeaveBalances {
  constructor(
    private readonly leaves: LeaveRepository,
    private readonly records: AttendanceRepository,
  ) {}

  async of({ userId, laboratory }: Holder, year: number): Promise<LeaveBalance> {
    return (await this.ofAll([userId], laboratory, year))(userId);
  }

  /** Of people of one laboratory, in one query for their leaves and one for what they have earned. */
  async ofAll(
    userIds: readonly ObjectId[],
    laboratory: Holder['laboratory'],
    year: number,
  ): Promise<(userId: ObjectId) => LeaveBalance> {
    const all = await this.ofYear(userIds, year, ['pending', 'approved']);
    const earnedBy = await this.records.daysOffWorked(userIds, year);
    return (userId) => {
      const rows = all.filter((row) => row.userId.equals(userId));
      const earned = earnedBy.get(userId.toHexString()) ?? 0;
      return { year, types: leaveTypes.map((type) => computeBalance(type, { rows, year, laboratory, earned })) };
    };
  }

  /**
   * @param counted the states in which other leaves count as taken.
   * @throws DomainError LEAVE_BALANCE_EXCEEDED on the last day, if more days are taken in a year than remain.
   */
  async assertRemaining(
    holder: Holder,
    { _id, type, years }: Pick<LeaveRow, '_id' | 'type' | 'years'>,
    counted: readonly LeaveStatus[],
  ): Promise<void> {
    for (const { year, days } of years) {
      const earned = type === 'comp_off' ? await this.daysEarned(holder.userId, year) : 0;
      const entitled = entitlement(type, holder.laboratory, earned);
      if (entitled === null) return;
      const rows = await this.ofYear([holder.userId], year, counted);
      const others = rows.filter((row) => row.type === type && !row._id.equals(_id));
      const remaining = Math.max(0, entitled - sumDays(others, year));
      if (days > remaining) throw DomainError.onField('LEAVE_BALANCE_EXCEEDED', 'to', tooMany(type, year, remaining));
    }
  }

  private async daysEarned(userId: ObjectId, year: number): Promise<number> {
    return (await this.records.daysOffWorked([userId], year)).get(userId.toHexString()) ?? 0;
  }

  private ofYear(userIds: readonly ObjectId[], year: number, status: readonly LeaveStatus[]): Promise<LeaveRow[]> {
    return this.leaves.ofPeople(userIds, { from: `${year}-01-01`, to: `${year}-12-31`, status });
  }
}

type Year = { rows: readonly LeaveRow[]; year: number; laboratory: Holder['laboratory']; earned: number };

function computeBalance(type: LeaveType, { rows, year, laboratory, earned }: Year): LeaveBalance['types'][number] {
  const daysIn = (status: LeaveStatus) =>
    sumDays(
      rows.filter((row) => row.type === type && row.status === status),
      year,
    );
  const [takenDays, pendingDays] = [daysIn('approved'), daysIn('pending')];
  const entitledDays = entitlement(type, laboratory, earned);
  const remainingDays = entitledDays === null ? null : Math.max(0, entitledDays - takenDays - pendingDays);
  return { type, entitledDays, takenDays, pendingDays, remainingDays };
}

/** The days per calendar year; null without a limit. */
function entitlement(type: LeaveType, { policies }: Holder['laboratory'], earned: number): number | null {
  const { casualLeaveDays, sickLeaveDays, earnedLeaveDays } = policies.attendance;
  const days: Record<LeaveType, number | null> = {
    casual: casualLeaveDays,
    sick: sickLeaveDays,
    earned: earnedLeaveDays,
    unpaid: null,
    comp_off: earned,
    maternity: MATERNITY_DAYS,
    paternity: PATERNITY_DAYS,
    other: null,
  };
  return days[type];
}

function sumDays(rows: readonly LeaveRow[], year: number): number {
  return rows.flatMap(({ years }) => years.filter((one) => one.year === year)).reduce((sum, { days }) => sum + days, 0);
}

function tooMany(type: LeaveType, year: number, remaining: number): string {
  const label = leaveTypeLabels[type].toLowerCase();
  if (remaining === 0) return `No days of ${label} remain in ${year}`;
  return `Only ${remaining} ${plural(remaining, 'day', 'days')} of ${label} ${plural(remaining, 'remains', 'remain')} in ${year}`;
}
