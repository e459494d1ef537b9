import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import NativeSelect from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { RosterBoard, RosterPerson, RosterValue } from '@shifa/contract';
import { useState } from 'react';
import { formatShortHours } from '../../../lib/format';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NoResults } from '../../../ui/feedback/no-results';
import { SearchInput } from '../../../ui/search-input';
import { describe } from './day-detail';
import type { PlannedBoardProps } from './roster-board';
import { coverageRows, factsOf, shownDays } from './roster-rows';
import { usePlanning } from './use-planning';

/** A day of the roster on a phone: who works when, and for planners the choice of another shift. */
export function RosterDay({ board, plan, dispatch }: PlannedBoardProps) {
  const [search, setSearch] = useState('');
  const facts = factsOf(board);
  const wanted = search.trim().toLowerCase();
  const people = board.people.filter(({ person }) => person.name.toLowerCase().includes(wanted));
  const planning = usePlanning({ board, people, facts, plan, dispatch });
  const short = coverageRows(board, facts, plan.edits).filter(({ days: [day] }) => day && day.able < day.required);
  if (board.people.length === 0) return <EmptyState>No one works at this laboratory on this day.</EmptyState>;
  const mayPlan = facts.canPlan && board.from >= board.today;
  return (
    <Stack sx={{ gap: 3 }}>
      <SearchInput label="Search person" value={search} onChange={setSearch} />
      {short.length > 0 && (
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
          {short.map(({ type, days: [day] }) => (
            <Chip
              key={type._id}
              size="small"
              color="error"
              variant="outlined"
              label={`${type.name}: ${day?.able ?? 0} of ${day?.required ?? 0}`}
            />
          ))}
        </Stack>
      )}
      {people.length === 0 && <NoResults things="people" search={search} onClear={() => setSearch('')} />}
      <Box component="ul" aria-label="People" sx={listStyle}>
        {people.map((row, index) => (
          <PersonOnDay
            key={row.person._id}
            row={row}
            board={board}
            day={shownDays(row, facts, plan.edits.get(row.person._id))[0]}
            types={facts.types}
            onChange={
              mayPlan
                ? (value) => {
                    const cell = { row: index, column: 0 };
                    planning.fill({ anchor: cell, focus: cell }, value);
                  }
                : undefined
            }
          />
        ))}
      </Box>
    </Stack>
  );
}

type PersonOnDayProps = {
  row: RosterPerson;
  board: RosterBoard;
  day: ReturnType<typeof shownDays>[number] | undefined;
  types: ReturnType<typeof factsOf>['types'];
  /** Absent for those who do not plan the day. */
  onChange: ((value: RosterValue) => void) | undefined;
};

const WEEKLY = 'weekly';

function PersonOnDay({ row, board, day, types, onChange }: PersonOnDayProps) {
  if (!day) return null;
  const { person, weekly } = row;
  const words = day.minutes === 0 && day.isWeekly ? 'Not at work' : describe(day.value, row, types);
  return (
    <li>
      <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{person.name}</Typography>
      {onChange ? (
        <NativeSelect
          native
          size="small"
          fullWidth
          value={day.value ?? WEEKLY}
          inputProps={{ 'aria-label': `Shift of ${person.name}` }}
          onChange={({ target: { value } }) => onChange(value === WEEKLY ? null : value)}
        >
          {/* Short: a phone cuts the text of the chosen one. */}
          <option value={WEEKLY}>
            {weekly.of === 'person' ? 'Weekly' : 'Lab hours'}, {formatShortHours(weekly)}
          </option>
          {board.shiftTypes
            .filter(({ _id, status }) => status === 'active' || _id === day.value)
            .map((type) => (
              <option key={type._id} value={type._id}>
                {type.name}, {formatShortHours(type)}
              </option>
            ))}
          <option value="off">Day off</option>
        </NativeSelect>
      ) : (
        <Typography variant="body2" color="textSecondary" className="tabular">
          {words}
        </Typography>
      )}
      {day.conflicts.map(({ kind, effect, message }) => (
        <Typography key={kind} variant="caption" color={effect === 'forbid' ? 'error' : 'warning'} component="p">
          {message}
        </Typography>
      ))}
    </li>
  );
}

const listStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& li': { py: 3, display: 'grid', gap: 1, borderTop: 1, borderColor: 'divider' },
};
