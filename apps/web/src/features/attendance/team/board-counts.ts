import type { DayBoard } from '@shifa/contract';

export type BoardPerson = DayBoard['people'][number];

/** What the people of a board can be narrowed to; each is also a count. */
export const boardGroups = ['expected', 'in', 'late', 'absent', 'on_leave', 'not_yet'] as const;
export type BoardGroup = (typeof boardGroups)[number];

export const boardGroupLabels: Record<BoardGroup, string> = {
  expected: 'Expected',
  in: 'In now',
  late: 'Late',
  absent: 'Absent',
  on_leave: 'On leave',
  not_yet: 'Not yet in',
};

const belongs: Record<BoardGroup, (person: BoardPerson) => boolean> = {
  expected: ({ presence }) => presence !== 'off' && presence !== 'on_leave',
  in: ({ presence }) => presence === 'in' || presence === 'on_break',
  late: ({ record }) => (record?.lateMinutes ?? 0) > 0,
  absent: ({ presence }) => presence === 'absent',
  on_leave: ({ presence }) => presence === 'on_leave',
  not_yet: ({ presence }) => presence === 'not_yet',
};

/** The people of a group, so that a count always is the length of its list. */
export function peopleIn(group: BoardGroup | undefined, people: readonly BoardPerson[]): readonly BoardPerson[] {
  return group === undefined ? people : people.filter(belongs[group]);
}

/** Those whose name, employee code or department contains every word. */
export function peopleFound(search: string, people: readonly BoardPerson[]): readonly BoardPerson[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return people.filter(({ person: { name, employeeCode, department } }) => {
    const text = `${name} ${employeeCode} ${department ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
