import type { AttendanceStats, BoardGroup, Presence } from './attendance-overview.schema.js';

const groupRules: Record<BoardGroup, (place: { presence: Presence; lateMinutes: number }) => boolean> = {
  expected: ({ presence }) => presence !== 'off' && presence !== 'on_leave',
  in: ({ presence }) => presence === 'in' || presence === 'on_break',
  late: ({ lateMinutes }) => lateMinutes > 0,
  left: ({ presence }) => presence === 'left',
  absent: ({ presence }) => presence === 'absent',
  on_leave: ({ presence }) => presence === 'on_leave',
  not_yet: ({ presence }) => presence === 'not_yet',
};

/** Whether someone belongs to a group. Boards, counts and lists all decide by this rule, so that they agree. */
export function isInBoardGroup(group: BoardGroup, place: { presence: Presence; lateMinutes: number }): boolean {
  return groupRules[group](place);
}

type SearchedPerson = { name: string; employeeCode: string; department?: string | null | undefined };

/** Whether the name, employee code or department contains every word of the search. */
export function isFoundOnBoard(search: string, { name, employeeCode, department }: SearchedPerson): boolean {
  const text = `${name} ${employeeCode} ${department ?? ''}`.toLowerCase();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.includes(word));
}

/** The count of each group of a board. */
export const countOfGroup = {
  expected: 'expected',
  in: 'inNow',
  late: 'late',
  left: 'left',
  absent: 'absent',
  on_leave: 'onLeave',
  not_yet: 'notYet',
} as const satisfies Record<BoardGroup, keyof AttendanceStats>;
