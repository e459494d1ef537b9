import type { RosterCell, RosterValue } from '@shifa/contract';
import { digestOf } from '../../../platform/ledger/canonical';
import type { Account } from '../../staff/staff.port';
import { employmentFault } from '../days/calendar';
import type { DraftValue, PublishedValue, RosterCellRow } from '../rosters/roster.repository';
import type { ShiftTypeRow } from '../rosters/shift-type.repository';

export type ShiftTypesById = ReadonlyMap<string, ShiftTypeRow>;

export function toValue(draft: DraftValue): RosterValue {
  return draft === null || draft === 'off' ? draft : draft.toHexString();
}

export function toPublishedValue(published: PublishedValue): RosterValue {
  if (published.value === 'shift') return published.shiftTypeId.toHexString();
  return published.value === 'off' ? 'off' : null;
}

/** What publishing would make of a draft, with the times that the shift type has now. */
export function publishedFrom(draft: DraftValue, shiftTypes: ShiftTypesById): PublishedValue {
  if (draft === null) return { value: 'weekly' };
  if (draft === 'off') return { value: 'off' };
  const type = shiftTypes.get(draft.toHexString());
  if (!type) throw new Error(`The shift type ${draft.toHexString()} is missing`);
  const { _id, name, code, start, end, breakMinutes } = type;
  return { value: 'shift', shiftTypeId: _id, name, code, start, end, breakMinutes };
}

/** Whether publishing would change what a person works on the day; another name of the shift alone does not. */
export function wouldChange({ draft, published }: RosterCellRow, shiftTypes: ShiftTypesById): boolean {
  if (!published) return draft !== null;
  return !isSameWork(published, publishedFrom(draft, shiftTypes));
}

/** The digest of what publishing would change. @param changed in the order of the repository. */
export function digestUnpublished(changed: readonly RosterCellRow[], shiftTypes: ShiftTypesById): string {
  const days = changed.map(({ _id, version, draft }) => ({
    _id,
    version,
    published: publishedFrom(draft, shiftTypes),
  }));
  return digestOf({ days });
}

/**
 * The cells of days on which a person belongs to the laboratory. Others, such as those of people who have left, count for
 * nothing and are not published.
 * @param people of the laboratory.
 */
export function ofEmployed(
  cells: readonly RosterCellRow[],
  people: readonly Pick<Account, '_id' | 'joiningDate' | 'exitDate'>[],
): RosterCellRow[] {
  const byId = new Map(people.map((person) => [person._id.toHexString(), person]));
  return cells.filter(({ userId, day }) => {
    const person = byId.get(userId.toHexString());
    return person !== undefined && employmentFault(day, person) === undefined;
  });
}

function isSameWork(one: PublishedValue, other: PublishedValue): boolean {
  if (one.value !== 'shift' || other.value !== 'shift') return one.value === other.value;
  return one.shiftTypeId.equals(other.shiftTypeId) && isSameTimes(one, other);
}

type Times = { start: string; end: string; breakMinutes: number };

function isSameTimes(one: Times, other: Times): boolean {
  return one.start === other.start && one.end === other.end && one.breakMinutes === other.breakMinutes;
}

/** A cell as the board shows it: with its draft for planners only. */
export function toCell(row: RosterCellRow, shiftTypes: ShiftTypesById, isPlanner: boolean): RosterCell {
  const { day, draft, published, version } = row;
  const type = published?.value === 'shift' ? shiftTypes.get(published.shiftTypeId.toHexString()) : undefined;
  return {
    day,
    version,
    ...(isPlanner && { draft: toValue(draft) }),
    ...(published && { published: toPublishedValue(published) }),
    ...(published?.value === 'shift' &&
      (!type || !isSameTimes(published, type)) && {
        publishedTimes: { start: published.start, end: published.end, breakMinutes: published.breakMinutes },
      }),
    ...(isPlanner && wouldChange(row, shiftTypes) && { changed: true as const }),
  };
}
