import { type BoardGroup, boardGroups, type BoardPerson, isFoundOnBoard, isInBoardGroup } from '@shifa/contract';

export const boardGroupLabels: Record<BoardGroup, string> = {
  expected: 'Expected',
  in: 'In now',
  late: 'Late',
  left: 'Left',
  absent: 'Absent',
  on_leave: 'On leave',
  not_yet: 'Not yet in',
};

/** The people of a group, so that a count always is the length of its list. */
export function peopleIn(group: BoardGroup | undefined, people: readonly BoardPerson[]): readonly BoardPerson[] {
  if (group === undefined) return people;
  return people.filter(({ presence, record }) =>
    isInBoardGroup(group, { presence, lateMinutes: record?.lateMinutes ?? 0 }),
  );
}

/** How many people are in each group. */
export function countsOf(people: readonly BoardPerson[]): Record<BoardGroup, number> {
  const counts = boardGroups.map((group) => [group, peopleIn(group, people).length] as const);
  return Object.fromEntries(counts) as Record<BoardGroup, number>;
}

/** People whose name, employee code or department contains every word. */
export function peopleFound(search: string, people: readonly BoardPerson[]): readonly BoardPerson[] {
  return people.filter(({ person }) => isFoundOnBoard(search, person));
}
