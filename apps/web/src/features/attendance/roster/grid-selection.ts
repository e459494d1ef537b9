import type { RosterPerson } from '@shifa/contract';

/** A cell of the board: the index of its person and of its day. */
export type Position = { row: number; column: number };

/** A rectangle of cells; `focus` is the cell with the keyboard focus, `anchor` the opposite corner. */
export type Selection = { anchor: Position; focus: Position };

export type Range = { top: number; bottom: number; left: number; right: number };

export function rangeOf({ anchor, focus }: Selection): Range {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function isOneCell({ anchor, focus }: Selection): boolean {
  return anchor.row === focus.row && anchor.column === focus.column;
}

/** The people and days of a selection, with their place in it. */
export function cellsIn(selection: Selection, people: readonly RosterPerson[], days: readonly string[]) {
  const { top, bottom, left, right } = rangeOf(selection);
  return people
    .slice(top, bottom + 1)
    .flatMap((row, rowOffset) =>
      days.slice(left, right + 1).map((day, columnOffset) => ({ row, day, rowOffset, columnOffset })),
    );
}

const steps: Partial<Record<string, Position>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  PageUp: { row: -10, column: 0 },
  PageDown: { row: 10, column: 0 },
};

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };
type Size = { rows: number; columns: number };

/**
 * The selection after a key that moves, as in a spreadsheet: Shift extends it, Home and End go to the first and last day,
 * with Ctrl to the first and last person, Ctrl+A selects everything. Undefined for any other key.
 */
export function moved(
  selection: Selection,
  { key, shiftKey, ctrlKey, metaKey }: Key,
  size: Size,
): Selection | undefined {
  const { focus } = selection;
  const jumps = ctrlKey || metaKey;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  if (jumps && key.toLowerCase() === 'a') return { anchor: last, focus: { row: 0, column: 0 } };
  const step = steps[key];
  let target: Position | undefined;
  if (step && !jumps) target = { row: focus.row + step.row, column: focus.column + step.column };
  if (key === 'Home') target = { row: jumps ? 0 : focus.row, column: 0 };
  if (key === 'End') target = { row: jumps ? last.row : focus.row, column: last.column };
  if (!target) return undefined;
  const clamped = {
    row: Math.max(0, Math.min(last.row, target.row)),
    column: Math.max(0, Math.min(last.column, target.column)),
  };
  return { anchor: shiftKey ? selection.anchor : clamped, focus: clamped };
}

const TYPING_MS = 800;

/**
 * Reads codes that are typed letter by letter. A letter paints at once; if it and the next one are a code of two letters,
 * that code replaces it.
 * @returns the code to paint, and whether it continues the previous one; undefined while no code is complete.
 */
export function codeReader(isCode: (code: string) => boolean) {
  let typed = '';
  let at = 0;
  return (letter: string, now: number): { code: string; continues: boolean } | undefined => {
    const upper = letter.toUpperCase();
    const before = now - at <= TYPING_MS ? typed : '';
    at = now;
    if (before.length === 1 && isCode(before + upper)) {
      typed = '';
      return { code: before + upper, continues: isCode(before) };
    }
    typed = upper;
    return isCode(upper) ? { code: upper, continues: false } : undefined;
  };
}
