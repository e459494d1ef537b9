import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { type Refusal, refusal } from '../../../platform/domain/policy';
import type { ObjectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { businessDay, monthOf } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { formatMonth } from '../../../platform/time/format-time';
import { MonthClosingRepository } from './month-closing.repository';

/** The lock of a laboratory under which its attendance is written, and its months are closed. */
export const ATTENDANCE_LOCK = 'attendance';

/** No day begins anywhere earlier than here. */
const FIRST_ZONE = 'Pacific/Kiritimati';

type Days = { from: string; to: string };
type Place = Days & { laboratoryId: ObjectId };

/** The months that are closed, for everything that writes attendance or leave. */
@Injectable()
export class ClosedMonths {
  constructor(
    private readonly closings: MonthClosingRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether days of a laboratory can be written, in the transaction under way, which is then locked against closing the
   * month. Months that have not ended in any time zone need no query.
   * @param field of the form that names the day; without it, the day isn't part of what is written.
   * @throws DomainError MONTH_CLOSED, unless a super admin writes.
   */
  async assertWritable(actor: Actor | null, laboratoryId: ObjectId, { from, to }: Days, field?: string): Promise<void> {
    if (!this.mayBeClosed(from)) return;
    this.unitOfWork.lock(ATTENDANCE_LOCK, laboratoryId.toHexString());
    if (actor?.role === 'super_admin') return;
    const [first] = await this.closedMonthsIn({ laboratoryId, from, to });
    const refused = closedRefusal(actor, first);
    if (!refused) return;
    throw field === undefined
      ? new DomainError('MONTH_CLOSED', { message: refused.message })
      : DomainError.onField('MONTH_CLOSED', field, refused.message);
  }

  /** The closed months with one of the days, the earliest first. */
  async closedMonthsIn(place: Place): Promise<string[]> {
    return (await this.closedMonthsOfAll([place]))(place);
  }

  /** As `closedMonthsIn`, for any of the places, which are read at once. */
  async closedMonthsOfAll(places: readonly Place[]): Promise<(place: Place) => string[]> {
    const past = places.filter(({ from }) => this.mayBeClosed(from));
    if (past.length === 0) return () => [];
    const months = past.flatMap(({ from, to }) => [monthIn(from), monthIn(to)]).toSorted();
    const ids = new Map(past.map(({ laboratoryId }) => [laboratoryId.toHexString(), laboratoryId]));
    const closed = await this.closings.closedMonths([...ids.values()], [months[0] ?? '', months.at(-1) ?? '']);
    return (place) =>
      closed
        .filter(({ laboratoryId }) => laboratoryId.equals(place.laboratoryId))
        .map(({ month }) => month)
        .filter((month) => month >= monthIn(place.from) && month <= monthIn(place.to))
        .toSorted();
  }

  private mayBeClosed(day: string): boolean {
    return monthOf(day).to < businessDay(this.clock.now(), FIRST_ZONE);
  }
}

/** `2026-11` of one of its days. */
const monthIn = (day: string) => day.slice(0, 7);

/** Why days of a closed month stay as they are, except to super admins. */
export function closedRefusal(actor: Actor | null, month: string | undefined): Refusal | undefined {
  if (month === undefined || actor?.role === 'super_admin') return undefined;
  const message = `${formatMonth(month)} is closed. Only a super admin can change it, or reopen the month first.`;
  return refusal('MONTH_CLOSED', message);
}
