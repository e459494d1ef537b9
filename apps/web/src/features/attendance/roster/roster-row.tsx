import type { RosterPerson } from '@shifa/contract';
import { memo } from 'react';
import { formatMinutes } from '../../../lib/format';
import type { RosterPlan } from './roster-plan';
import { type BoardFacts, shownDays } from './roster-rows';

type RosterRowProps = {
  row: RosterPerson;
  index: number;
  facts: BoardFacts;
  edits: ReturnType<RosterPlan['edits']['get']>;
  /** The start of the ids of its cells, for `aria-activedescendant`. */
  prefix: string;
};

export const cellId = (prefix: string, row: number, column: number): string => `${prefix}-${row}-${column}`;

/** The days of a person. Rendered again only if their own days change: a board has thousands of cells. */
export const RosterRow = memo(function RosterRow({ row, index, facts, edits, prefix }: RosterRowProps) {
  const { person, leaves } = row;
  const days = shownDays(row, facts, edits);
  const minutes = days.reduce((sum, day) => sum + day.minutes, 0);
  return (
    <div role="row" className="row" aria-rowindex={index + 2}>
      <span role="rowheader" className="name" title={`${person.name} · ${person.employeeCode}`}>
        {person.name}
      </span>
      {days.map(({ day, code, type, value, isWeekly, isUnpublished, conflicts }, column) => (
        <span
          key={day}
          id={cellId(prefix, index, column)}
          role="gridcell"
          className="cell"
          data-row={index}
          data-column={column}
          data-past={day < facts.today || undefined}
          data-today={day === facts.today || undefined}
          data-off={facts.holidays.has(day) || undefined}
          data-leave={leaves.some(({ from, to }) => from <= day && day <= to) || undefined}
        >
          <span
            className="code"
            data-colour={type?.colour}
            data-weekly={isWeekly || undefined}
            data-day-off={value === 'off' || undefined}
            data-unpublished={isUnpublished || undefined}
            data-conflict={conflictOf(conflicts)}
          >
            {code}
          </span>
        </span>
      ))}
      <span role="gridcell" className="hours">
        {formatMinutes(minutes)}
      </span>
    </div>
  );
});

function conflictOf(conflicts: readonly { effect: 'warn' | 'forbid' }[]): 'warn' | 'forbid' | undefined {
  if (conflicts.some(({ effect }) => effect === 'forbid')) return 'forbid';
  return conflicts.length > 0 ? 'warn' : undefined;
}
