import type { RosterBoard } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../staff/staff.port';
import { employmentFault } from '../days/calendar';
import { LeaveDays, leaveOn } from '../leaves/leave-days';
import type { RosterCellRow } from '../rosters/roster.repository';
import type { ShiftTypeRow } from '../rosters/shift-type.repository';
import { toPublishedValue, toValue } from './cells';

type Worker = Pick<Account, '_id' | 'skills' | 'joiningDate' | 'exitDate'>;

/** How many people each shift needs and has. */
@Injectable()
export class Coverage {
  constructor(private readonly leaves: LeaveDays) {}

  /**
   * By shift type and day; types that are archived and unused are left out.
   * @param cells of the days and of all people of the laboratory.
   * @param isPlanner whether drafts count; otherwise, what is published.
   */
  async of(
    days: readonly string[],
    types: readonly ShiftTypeRow[],
    cells: readonly RosterCellRow[],
    people: readonly Worker[],
    isPlanner: boolean,
  ): Promise<RosterBoard['coverage']> {
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined) return [];
    const ids = people.map(({ _id }) => _id);
    const leaves = await this.leaves.approvedOn(ids, from, to);
    const workers = new Map(people.map((person) => [person._id.toHexString(), person]));
    const skillsOf = new Map(types.map(({ _id, skills }) => [_id.toHexString(), skills]));
    const isAble = (userId: string, day: string, type: string) => {
      const person = workers.get(userId);
      if (!person || employmentFault(day, person) || leaveOn(leaves.get(userId) ?? [], day) === 'full') return false;
      const held = new Set(person.skills.map((skill) => skill.toLowerCase()));
      return (skillsOf.get(type) ?? []).every((skill) => held.has(skill.toLowerCase()));
    };
    const counts = {
      planned: new Map<string, number>(),
      published: new Map<string, number>(),
      able: new Map<string, number>(),
    };
    const count = (kind: keyof typeof counts, key: string) => counts[kind].set(key, (counts[kind].get(key) ?? 0) + 1);
    for (const { day, userId, published: stored, draft } of cells) {
      const published = stored && toPublishedValue(stored);
      const planned = isPlanner ? toValue(draft) : published;
      if (published !== null && published !== 'off') count('published', `${day} ${published}`);
      if (planned === null || planned === 'off') continue;
      count('planned', `${day} ${planned}`);
      if (isAble(userId.toHexString(), day, planned)) count('able', `${day} ${planned}`);
    }
    return days.flatMap((day) =>
      types.flatMap(({ _id, minimumStaff, status }) => {
        const key = `${day} ${_id.toHexString()}`;
        const required = status === 'active' ? (minimumStaff[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 0) : 0;
        const of = (kind: keyof typeof counts) => counts[kind].get(key) ?? 0;
        const found = { required, planned: of('planned'), published: of('published'), able: of('able') };
        if (Object.values(found).every((number) => number === 0)) return [];
        return [{ day, shiftTypeId: _id.toHexString(), ...found }];
      }),
    );
  }
}
