import {
  type RosterBoard,
  type RosterCell,
  type RosterConflict,
  rosterConflicts,
  type RosterPerson,
  type RosterShiftType,
  type RosterValue,
  shiftMinutes,
  workInPlan,
} from '@shifa/contract';
import { dayAfter } from '../../../lib/calendar';
import type { Edit, Edits } from './roster-plan';

/** What all rows of a board have in common. */
export type BoardFacts = {
  days: readonly string[];
  today: string;
  canPlan: boolean;
  types: ReadonlyMap<string, RosterShiftType>;
  holidays: ReadonlyMap<string, string>;
  policy: RosterBoard['policy'];
};

type Described = 'from' | 'to' | 'today' | 'canPlan' | 'lockedReason' | 'shiftTypes' | 'holidays' | 'policy';

export function factsOf(board: Pick<RosterBoard, Described>): BoardFacts {
  const count = Math.round((Date.parse(board.to) - Date.parse(board.from)) / 86_400_000) + 1;
  return {
    days: Array.from({ length: count }, (_, index) => dayAfter(board.from, index)),
    today: board.today,
    canPlan: board.canPlan && board.lockedReason === null,
    types: new Map(board.shiftTypes.map((type) => [type._id, type])),
    holidays: new Map(board.holidays.map(({ day, name }) => [day, name])),
    policy: board.policy,
  };
}

type DayEdits = ReadonlyMap<string, Edit> | undefined;

/** What is planned for a day: the edit, else the draft or, for those who do not plan, what is published. */
export function valueOn(cell: RosterCell | undefined, day: string, edits: DayEdits): RosterValue {
  const edit = edits?.get(day);
  if (edit) return edit.value;
  return (cell?.draft === undefined ? cell?.published : cell.draft) ?? null;
}

export type ShownDay = {
  day: string;
  value: RosterValue;
  /** What is shown: `M`, `O` for a day off, `·` for a day of the weekly shift, nothing for a day without work. */
  code: string;
  type: RosterShiftType | undefined;
  /** The weekly shift applies. */
  isWeekly: boolean;
  /** Publishing would change the day. */
  isUnpublished: boolean;
  cell: RosterCell | undefined;
  conflicts: readonly RosterConflict[];
  /** Working time without the break. */
  minutes: number;
};

/** The days of a person as a row shows them, with edits that are not saved yet. */
export function shownDays(row: RosterPerson, facts: BoardFacts, edits: DayEdits): ShownDay[] {
  const { days, types, policy } = facts;
  const cells = new Map(row.cells.map((cell) => [cell.day, cell]));
  const holidays = new Set(facts.holidays.keys());
  const value = (day: string) => valueOn(cells.get(day), day, edits);
  const workOn = (day: string) => workInPlan(day, value(day), { weekly: row.weekly, shiftTypes: types, holidays });
  const conflicts = facts.canPlan
    ? rosterConflicts({ ...row, ...row.person }, days, { workOn, holidays, policy })
    : row.conflicts;
  return days.map((day) => {
    const cell = cells.get(day);
    const planned = value(day);
    const work = workOn(day);
    const type = planned !== null && planned !== 'off' ? types.get(planned) : undefined;
    return {
      day,
      value: planned,
      code: planned === 'off' ? 'O' : (type?.code ?? (work ? '·' : '')),
      type,
      isWeekly: planned === null,
      isUnpublished:
        facts.canPlan && (edits?.has(day) ? planned !== (cell?.published ?? null) : cell?.changed === true),
      cell,
      conflicts: conflicts.filter((conflict) => conflict.day === day),
      minutes: work ? Math.max(0, shiftMinutes(work) - work.breakMinutes) : 0,
    };
  });
}

/** Whether the weekly shift is worked on a day: neither on its days off nor on holidays. */
export function worksWeekly(
  day: string,
  { weekly }: Pick<RosterPerson, 'weekly'>,
  { types, holidays }: Pick<BoardFacts, 'types' | 'holidays'>,
): boolean {
  return workInPlan(day, null, { weekly, shiftTypes: types, holidays: new Set(holidays.keys()) }) !== null;
}

export type CoverageRow = {
  type: RosterShiftType;
  /** `able` of those planned have every skill and are not away. */
  days: readonly { day: string; required: number; planned: number; able: number }[];
};

/** Required and planned people by shift type, with edits that are not saved yet; without types that no one needs. */
export function coverageRows(board: RosterBoard, facts: BoardFacts, edits: Edits): CoverageRow[] {
  const counts = new Map(
    board.coverage.map(({ day, shiftTypeId, required, planned, published, able }) => [
      `${shiftTypeId} ${day}`,
      { required, planned: board.canPlan ? planned : published, able },
    ]),
  );
  const add = (row: RosterPerson, value: RosterValue, day: string, by: number) => {
    const count = counts.get(`${value ?? ''} ${day}`);
    if (!count) return;
    count.planned += by;
    if (isAble(row, facts.types.get(value ?? ''), day)) count.able += by;
  };
  for (const row of board.people) {
    const cells = new Map(row.cells.map((cell) => [cell.day, cell]));
    for (const [day, { value }] of edits.get(row.person._id) ?? []) {
      add(row, valueOn(cells.get(day), day, undefined), day, -1);
      add(row, value, day, 1);
    }
  }
  return board.shiftTypes.flatMap((type) => {
    const days = facts.days.map((day) => ({
      day,
      ...(counts.get(`${type._id} ${day}`) ?? { required: 0, planned: 0, able: 0 }),
    }));
    return days.some(({ required, planned }) => required > 0 || planned > 0) ? [{ type, days }] : [];
  });
}

/** Whether a person belongs to the laboratory on a day. */
export function isEmployedOn({ joiningDate, exitDate }: RosterPerson, day: string): boolean {
  return joiningDate <= day && (exitDate === null || day <= exitDate);
}

/** Whether a person counts for a shift that they are planned for, as the server counts. */
function isAble(row: RosterPerson, type: RosterShiftType | undefined, day: string) {
  const { skills, leaves } = row;
  const held = new Set(skills.map((skill) => skill.toLowerCase()));
  const isAway = leaves.some(({ from, to, part }) => part === 'full' && from <= day && day <= to);
  return !isAway && isEmployedOn(row, day) && (type?.skills ?? []).every((skill) => held.has(skill.toLowerCase()));
}
