import {
  type ChangedCell,
  MAX_PLANNED_PEOPLE,
  MAX_PLANNED_SPAN_DAYS,
  MAX_ROSTER_DAYS,
  type PlannedRoster,
  type PlanRosterBody,
  type RosterBoard,
  type RosterCell,
  type RosterValue,
} from '@shifa/contract';
import { dayAfter } from '../../../lib/calendar';

/** A planned value before and after a change. */
export type CellChange = { userId: string; day: string; before: RosterValue; after: RosterValue };

/** A value that the server does not have yet, and the version of the day on which it is based. */
export type Edit = { value: RosterValue; version: number };
/** By person, then by day. */
export type Edits = ReadonlyMap<string, ReadonlyMap<string, Edit>>;

/** What someone plans on the board: changes that are not saved yet, and the steps to undo and redo. */
export type RosterPlan = {
  edits: Edits;
  done: readonly (readonly CellChange[])[];
  undone: readonly (readonly CellChange[])[];
};

export const emptyPlan: RosterPlan = { edits: new Map(), done: [], undone: [] };

const MAX_STEPS = 100;

/** The version of a day as the board has it; 0 for a day that was never planned. */
type VersionOf = (userId: string, day: string) => number;

export type PlanAction =
  | { type: 'change'; changes: readonly CellChange[]; versionOf: VersionOf }
  | { type: 'undo' | 'redo'; versionOf: VersionOf }
  /** The server has what was sent; a later change of such a day is now based on the saved version. */
  | { type: 'saved'; sent: PlanRosterBody['people']; saved: PlannedRoster['people'] }
  /** Gives up own changes of days that someone else has changed. */
  | { type: 'drop'; cells: readonly ChangedCell[] }
  /** Keeps own changes of days that someone else has changed. */
  | { type: 'rebase'; cells: readonly ChangedCell[] };

export function planReducer(plan: RosterPlan, action: PlanAction): RosterPlan {
  switch (action.type) {
    case 'change': {
      const changes = action.changes.filter(({ before, after }) => before !== after);
      if (changes.length === 0) return plan;
      const edits = withChanges(plan.edits, changes, action.versionOf);
      return { edits, done: [...plan.done, changes].slice(-MAX_STEPS), undone: [] };
    }
    case 'undo': {
      const step = plan.done.at(-1);
      if (!step) return plan;
      const back = step.map((change) => ({ ...change, before: change.after, after: change.before }));
      const edits = withChanges(plan.edits, back, action.versionOf);
      return { edits, done: plan.done.slice(0, -1), undone: [...plan.undone, step] };
    }
    case 'redo': {
      const step = plan.undone.at(-1);
      if (!step) return plan;
      const edits = withChanges(plan.edits, step, action.versionOf);
      return { edits, done: [...plan.done, step], undone: plan.undone.slice(0, -1) };
    }
    case 'saved':
      return { ...plan, edits: afterSave(plan.edits, action.sent, action.saved) };
    case 'drop': {
      const dropped = new Set(action.cells.map(({ userId, day }) => `${userId} ${day}`));
      // Undoing must not bring back what was given up.
      const kept = (steps: RosterPlan['done']) =>
        steps
          .map((step) => step.filter(({ userId, day }) => !dropped.has(`${userId} ${day}`)))
          .filter((step) => step.length > 0);
      const edits = update(plan.edits, action.cells, () => undefined);
      return { edits, done: kept(plan.done), undone: kept(plan.undone) };
    }
    case 'rebase':
      return {
        ...plan,
        edits: update(plan.edits, action.cells, (edit, { version }) => edit && { ...edit, version }),
      };
  }
}

function withChanges(edits: Edits, changes: readonly CellChange[], versionOf: VersionOf): Edits {
  return update(edits, changes, (edit, { userId, day, after }) => ({
    value: after,
    version: edit?.version ?? versionOf(userId, day),
  }));
}

function afterSave(edits: Edits, sent: PlanRosterBody['people'], saved: PlannedRoster['people']): Edits {
  const versions = new Map(
    saved.flatMap(({ userId, cells }) => cells.map(({ day, version }) => [`${userId} ${day}`, version])),
  );
  const cells = sent.flatMap(({ userId, cells: days }) => days.map((cell) => ({ userId, ...cell })));
  return update(edits, cells, (edit, { userId, day, shift }) => {
    if (!edit || edit.value === shift) return undefined;
    return { ...edit, version: versions.get(`${userId} ${day}`) ?? edit.version };
  });
}

/** Only the maps of people whose days change are new, so that only their rows are rendered again. */
function update<Cell extends { userId: string; day: string }>(
  edits: Edits,
  cells: readonly Cell[],
  change: (edit: Edit | undefined, cell: Cell) => Edit | undefined,
): Edits {
  const next = new Map(edits);
  const fresh = new Map<string, Map<string, Edit>>();
  for (const cell of cells) {
    const days = fresh.get(cell.userId) ?? new Map(edits.get(cell.userId));
    fresh.set(cell.userId, days);
    const edit = change(days.get(cell.day), cell);
    if (edit) days.set(cell.day, edit);
    else days.delete(cell.day);
  }
  for (const [userId, days] of fresh) {
    if (days.size === 0) next.delete(userId);
    else next.set(userId, days);
  }
  return next;
}

/** The next request with what is not saved yet, from the first of these days on; undefined if everything is saved. */
export function nextRequest(laboratoryId: string, edits: Edits): PlanRosterBody | undefined {
  const [first] = [...edits.values()].flatMap((days) => [...days.keys()]).sort();
  if (first === undefined) return undefined;
  const last = dayAfter(first, MAX_PLANNED_SPAN_DAYS - 1);
  const people = [...edits].flatMap(([userId, days]) => {
    const near = [...days].filter(([day]) => day <= last).slice(0, MAX_ROSTER_DAYS);
    return near.length === 0
      ? []
      : [{ userId, cells: near.map(([day, { value, version }]) => ({ day, shift: value, version })) }];
  });
  return { laboratoryId, people: people.slice(0, MAX_PLANNED_PEOPLE) };
}

/** The board with days as the server has them now. */
export function withCells(board: RosterBoard, people: PlannedRoster['people']): RosterBoard {
  const saved = new Map(people.map(({ userId, cells }) => [userId, cells]));
  return {
    ...board,
    people: board.people.map((row) => {
      const cells = saved.get(row.person._id);
      return cells ? { ...row, cells: merge(row.cells, cells) } : row;
    }),
  };
}

/** The board with the drafts of someone else. */
export function withTheirs(board: RosterBoard, theirs: readonly ChangedCell[]): RosterBoard {
  return withCells(
    board,
    board.people.map(({ person: { _id: userId }, cells }) => ({
      userId,
      cells: theirs
        .filter((cell) => cell.userId === userId)
        .map(({ day, draft, version }) => ({ ...cells.find((cell) => cell.day === day), day, draft, version })),
    })),
  );
}

function merge(cells: readonly RosterCell[], fresh: readonly RosterCell[]): RosterCell[] {
  const byDay = new Map([...cells, ...fresh].map((cell) => [cell.day, cell]));
  return [...byDay.values()].sort((a, b) => a.day.localeCompare(b.day));
}
