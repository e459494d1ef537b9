import { type MonthClosing, MonthClosingSchema, plural } from '@shifa/contract';
import { lacks, notOffered, type Policy, refusal, type Refusal } from '../../../platform/domain/policy';
import { formatDay, formatMonth } from '../../../platform/time/format-time';
import { addDays, monthOf } from '../../../platform/time/business-day';
import type { ObjectId } from '../../../platform/domain/object-id';
import { declaredFields } from '../../../platform/records/declared-fields';
import { type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import type { ClosingWithoutLines } from '../month-closings/month-closing.repository';

/** A shift that begins on the last day of the month can last until the evening of the day after. */
const DAYS_TO_SETTLE = 2;

/** Whether no one can still clock in or out on a day of the month. */
export function isMonthOver(month: string, today: string): boolean {
  return today >= addDays(monthOf(`${month}-01`).to, DAYS_TO_SETTLE);
}

/** A month as those rules see it. */
export type MonthState = Pick<LaboratoryRow, 'status'> & {
  laboratoryId: ObjectId;
  month: string;
  isClosed: boolean;
  isOver: boolean;
  /** The number of what is undecided. */
  pending: number;
};

/**
 * Who can close and reopen a month. What is pending counts of everyone, the own work of who closes included. A suspended
 * laboratory still pays its people, so that its months can be closed; an archived one is final.
 */
export const monthPolicy: Policy<'close' | 'reopen', MonthState, undefined> = {
  close: (viewer, state) => {
    const { laboratoryId, month, isClosed, isOver, pending } = state;
    if (isClosed) return notOffered('MONTH_ALREADY_CLOSED');
    const refused = lacks(viewer, 'attendance.lock', { laboratoryId }) ?? archived(state);
    if (refused) return refused;
    if (!isOver) {
      const from = formatDay(addDays(monthOf(`${month}-01`).to, DAYS_TO_SETTLE));
      return refusal('MONTH_NOT_OVER', `${formatMonth(month)} can be closed from ${from} on`);
    }
    if (pending === 0) return undefined;
    const what = plural(pending, '1 item is', `${pending} items are`);
    return refusal('MONTH_UNDECIDED', `${what} pending. Decide on everything, then close the month.`);
  },
  reopen: (viewer, state) =>
    state.isClosed
      ? (lacks(viewer, 'attendance.lock', { laboratoryId: state.laboratoryId }) ?? archived(state))
      : notOffered('MONTH_ALREADY_REOPENED'),
};

function archived({ status }: MonthState): Refusal | undefined {
  return status === 'archived' ? laboratoryUsePolicy.enterRecords({ status }) : undefined;
}

export function toMonthClosing(row: ClosingWithoutLines): MonthClosing {
  const { closedBy, reopenedBy } = row;
  return {
    ...declaredFields(MonthClosingSchema, { ...row, closedBy: closedBy.name, reopenedBy: reopenedBy?.name ?? null }),
  };
}
