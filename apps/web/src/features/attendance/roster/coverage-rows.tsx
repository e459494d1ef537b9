import type { BoardFacts, CoverageRow } from './roster-rows';
import { formatDay } from '../../../lib/format';

/** Planned and required people below the board, by shift type and day. */
export function CoverageRows({ rows, facts }: { rows: readonly CoverageRow[]; facts: BoardFacts }) {
  if (rows.length === 0) return null;
  return (
    <div role="rowgroup" className="coverage" aria-label="Coverage">
      {rows.map(({ type, days }) => (
        <div key={type._id} role="row" className="row">
          <span role="rowheader" className="name" title={type.name}>
            {type.name}
          </span>
          {days.map(({ day, required, planned, able }) => {
            const isShort = able < required;
            const unable = planned > able ? `, ${String(planned - able)} of them away or without a needed skill` : '';
            const label = `${type.name}, ${formatDay(day)}: ${planned} planned${unable}, ${required} required`;
            return (
              <span
                key={day}
                role="gridcell"
                className="cell"
                data-short={(isShort && day >= facts.today) || undefined}
                title={isShort ? `${label}, short` : label}
              >
                {required > 0 ? `${able}/${required}` : planned > 0 ? planned : ''}
              </span>
            );
          })}
          <span role="gridcell" className="hours" />
        </div>
      ))}
    </div>
  );
}
