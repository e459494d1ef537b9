import {
  leaveFigures,
  type LeaveFigure,
  type MonthDrift,
  type MonthFigure,
  type MonthLine,
  type PendingInMonth,
} from '@shifa/contract';
import { digestOf } from '../../../platform/ledger/canonical';
import type { LeaveSight } from '../leaves/leave-sight';
import type { WholeLine } from './sheet-line';

const noTypes = Object.fromEntries(leaveFigures.map((figure) => [figure, null])) as Record<LeaveFigure, null>;

/** Without the types of leave that the viewer can't see, but with its days. Loss of pay and drift stay exact. */
export function toShownLine({ person, figures }: WholeLine, sees: LeaveSight): MonthLine {
  const leaveDays = leaveFigures.reduce((sum, figure) => sum + figures[figure], 0);
  return { person, figures: sees(person._id) ? figures : { ...figures, ...noTypes }, leaveDays };
}

/** Another value for other figures of the viewer's sheet; the names of people, and so their order, don't matter. */
export function digestFigures(lines: readonly MonthLine[]): string {
  return digestOf(
    Object.fromEntries(lines.map(({ person, figures, leaveDays }) => [person._id, { figures, leaveDays }])),
  );
}

export function isShownDrift({ person, figure }: MonthDrift, sees: LeaveSight): boolean {
  return !isOfLeave(figure) || sees(person._id);
}

/** A leave request that the viewer can't see still keeps the month open. Of whom it is, and from when, stays hidden. */
export function toShownPending(item: PendingInMonth, month: string, sees: LeaveSight): PendingInMonth {
  if (item.kind !== 'leave' || (item.person && sees(item.person._id))) return item;
  return { kind: 'leave', _id: null, person: null, day: `${month}-01` };
}

function isOfLeave(figure: MonthFigure): boolean {
  return leaveFigures.some((each) => each === figure);
}
