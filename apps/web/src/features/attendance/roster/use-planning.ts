import { OFF_CODE, type RosterBoard, type RosterValue } from '@shifa/contract';
import { type Dispatch, useRef } from 'react';
import { dayAfter } from '../../../lib/calendar';
import { cellsIn, rangeOf, type Selection } from './grid-selection';
import type { CellChange, PlanAction, RosterPlan } from './roster-plan';
import { type BoardFacts, valueOn } from './roster-rows';

type PlanningOptions = {
  board: RosterBoard;
  /** Those that are shown, in their order. */
  people: RosterBoard['people'];
  facts: BoardFacts;
  plan: RosterPlan;
  dispatch: Dispatch<PlanAction>;
};

type Cell = ReturnType<typeof cellsIn>[number];

/** What a planner can do with the selected days. Days before today never change. */
export function usePlanning({ board, people, facts, plan, dispatch }: PlanningOptions) {
  const copied = useRef<RosterValue[][]>(undefined);
  const codes = new Map<string, RosterValue>([
    ...board.shiftTypes
      .filter(({ status }) => status === 'active')
      .map(({ code, _id }): [string, RosterValue] => [code, _id]),
    [OFF_CODE, 'off'],
  ]);

  const versionOf = (userId: string, day: string) =>
    board.people.find(({ person }) => person._id === userId)?.cells.find((cell) => cell.day === day)?.version ?? 0;

  const valueAt = (row: Cell['row'], day: string) =>
    valueOn(
      row.cells.find((cell) => cell.day === day),
      day,
      plan.edits.get(row.person._id),
    );

  const change = (selection: Selection, valueFor: (cell: Cell) => RosterValue) => {
    if (!facts.canPlan) return;
    const changes = cellsIn(selection, people, facts.days)
      .filter(({ day }) => day >= facts.today)
      .map((cell): CellChange => {
        const { row, day } = cell;
        return { userId: row.person._id, day, before: valueAt(row, day), after: valueFor(cell) };
      });
    dispatch({ type: 'change', changes, versionOf });
  };

  /** A small copy repeats until it fills the selection; a larger one goes on beyond a single cell. */
  const paste = (selection: Selection) => {
    const source = copied.current;
    const width = source?.[0]?.length ?? 0;
    if (!source || width === 0) return;
    const { top, bottom, left, right } = rangeOf(selection);
    const target = {
      anchor: { row: top, column: left },
      focus: {
        row: Math.min(people.length - 1, Math.max(bottom, top + source.length - 1)),
        column: Math.min(facts.days.length - 1, Math.max(right, left + width - 1)),
      },
    };
    change(target, ({ rowOffset, columnOffset }) => source[rowOffset % source.length]?.[columnOffset % width] ?? null);
  };

  return {
    codes,
    fill: (selection: Selection, value: RosterValue) => change(selection, () => value),
    /** Any value for each cell, such as that of a rotation. */
    change,
    copy: (selection: Selection) => {
      const { top, bottom, left, right } = rangeOf(selection);
      copied.current = people
        .slice(top, bottom + 1)
        .map((row) => facts.days.slice(left, right + 1).map((day) => valueAt(row, day)));
    },
    paste,
    /** Repeats the seven days before the selection. */
    copyWeekBefore: (selection: Selection) => {
      const first = facts.days[rangeOf(selection).left] ?? '';
      change(selection, ({ row, columnOffset }) => valueAt(row, dayAfter(first, (columnOffset % 7) - 7)));
    },
    undo: () => dispatch({ type: 'undo', versionOf }),
    redo: () => dispatch({ type: 'redo', versionOf }),
    canUndo: isOnBoard(board, plan.done.at(-1)),
    canRedo: isOnBoard(board, plan.undone.at(-1)),
  };
}

/** A step is undone only where the board knows the days: what is not seen does not change. */
function isOnBoard({ people, contextFrom, contextTo }: RosterBoard, step: RosterPlan['done'][number] | undefined) {
  const ids = new Set(people.map(({ person }) => person._id));
  return step?.every(({ userId, day }) => ids.has(userId) && contextFrom <= day && day <= contextTo) ?? false;
}
