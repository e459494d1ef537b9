import { OFF_CODE } from './shift-type.schema.js';
import type { RosterValue } from './roster.schema.js';

/** Eight weeks. */
export const MAX_ROTATION_DAYS = 56;

/** A day without a planned value in a pattern, so that the weekly shift applies. */
export const WEEKLY_CODE = '-';

export type Rotation = { values: RosterValue[] } | { fault: string };

/**
 * Reads a rotation: one code for each day, such as `MMAANNOO` or, where a code has two letters, `M M NA NA O`. `O` is a
 * day off, `-` a day of the weekly shift. Its length is its period, so it has two days or more, and at most 56; weeks
 * need not be whole.
 */
export function parseRotation(pattern: string, shiftTypes: readonly { _id: string; code: string }[]): Rotation {
  const text = pattern.trim().toUpperCase();
  if (text === '') return { fault: 'Pattern is required' };
  const codes = /[\s,]/.test(text) ? text.split(/[\s,]+/).filter(Boolean) : Array.from(text);
  if (codes.length < 2) return { fault: 'A pattern has at least two days' };
  if (codes.length > MAX_ROTATION_DAYS) return { fault: `A pattern has at most ${MAX_ROTATION_DAYS} days` };
  const known = new Map<string, RosterValue>([
    ...shiftTypes.map(({ code, _id }) => [code, _id] as const),
    [OFF_CODE, 'off'],
    [WEEKLY_CODE, null],
  ]);
  const unknown = [...new Set(codes.filter((code) => !known.has(code)))];
  if (unknown.length > 0) {
    return { fault: `No shift type has the code ${unknown.join(', ')}. ${spacesHint(codes, known)}`.trim() };
  }
  return { values: codes.map((code) => known.get(code) ?? null) };
}

function spacesHint(codes: readonly string[], known: ReadonlyMap<string, unknown>): string {
  const needsSpaces = codes.every((code) => code.length === 1) && [...known.keys()].some((code) => code.length === 2);
  return needsSpaces ? 'Separate codes of two letters by spaces.' : '';
}

/**
 * The value of a rotation on a day.
 * @param start the day on which the pattern begins for a person without an offset.
 * @param offset by how many days the person is ahead; negative where they are behind.
 */
export function rotationOn(values: readonly RosterValue[], start: string, day: string, offset = 0): RosterValue {
  const distance = Math.round((Date.parse(day) - Date.parse(start)) / 86_400_000) + offset;
  const index = ((distance % values.length) + values.length) % values.length;
  return values[index] ?? null;
}
