import Redo from '@mui/icons-material/RedoOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import NativeSelect from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { RosterBoard, RosterPerson, RosterValue } from '@shifa/contract';
import { useState } from 'react';
import { formatShortHours } from '../../../lib/format';
import { Banner } from '../../../ui/feedback/banner';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NoResults } from '../../../ui/feedback/no-results';
import { PageAction } from '../../../ui/page-header';
import { SearchInput } from '../../../ui/search-input';
import { draftText, shortWeeklyText } from '../roster.messages';
import { describe } from './day-detail';
import { PublishDialog } from './publish-dialog';
import type { PlannedBoardProps } from './roster-board';
import { type BoardFacts, coverageRows, factsOf, isEmployedOn, shownDays, worksWeekly } from './roster-rows';
import { usePlanning } from './use-planning';

/**
 * A day of the board on a phone: who works when, and for planners the choice of another shift. What they plan is
 * published with the other days of the board.
 */
export function RosterDay({ board, day: wantedDay, plan, dispatch }: PlannedBoardProps & { day: string }) {
  const [search, setSearch] = useState('');
  const [isPublishing, setPublishing] = useState(false);
  const day = within(wantedDay, board);
  const seen = boardOfDay(board, day);
  const facts = factsOf(seen);
  const wanted = search.trim().toLowerCase();
  const people = seen.people.filter(({ person }) => person.name.toLowerCase().includes(wanted));
  const planning = usePlanning({ board: seen, people, facts, plan, dispatch });
  const short = coverageRows(board, facts, plan.edits).filter(({ days: [on] }) => on && on.able < on.required);
  const mayPublish = facts.canPlan && board.to >= board.today;
  const mayPlan = facts.canPlan && day >= board.today;
  return (
    <Stack sx={{ gap: 3 }}>
      {board.lockedReason !== null && <Banner tone="info">{board.lockedReason}</Banner>}
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', '& > .MuiOutlinedInput-root': { flex: 1 } }}>
        <SearchInput label="Search people" value={search} onChange={setSearch} />
        {mayPlan && (
          <>
            <IconButton aria-label="Undo" disabled={!planning.canUndo} onClick={planning.undo}>
              <Undo />
            </IconButton>
            <IconButton aria-label="Redo" disabled={!planning.canRedo} onClick={planning.redo}>
              <Redo />
            </IconButton>
          </>
        )}
        {mayPublish && (
          <PageAction>
            <Button
              variant="contained"
              disabled={plan.edits.size > 0 || board.unpublished === 0}
              onClick={() => setPublishing(true)}
            >
              Publish
            </Button>
          </PageAction>
        )}
      </Stack>
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
      {seen.people.length === 0 ? (
        <EmptyState>No one works at this laboratory on this day.</EmptyState>
      ) : (
        people.length === 0 && <NoResults things="people" search={search} onClear={() => setSearch('')} />
      )}
      <Box component="ul" aria-label="People" sx={listStyle}>
        {people.map((row, index) => (
          <PersonOnDay
            key={row.person._id}
            row={row}
            board={board}
            day={shownDays(row, facts, plan.edits.get(row.person._id))[0]}
            facts={facts}
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
      {isPublishing && <PublishDialog board={board} listsDays onClose={() => setPublishing(false)} />}
    </Stack>
  );
}

/** While the days of another week are fetched, the nearest one of those that are there. */
function within(day: string, { from, to }: RosterBoard): string {
  if (day < from) return from;
  return day > to ? to : day;
}

/** Without people who belong to the laboratory on others of its days only: what isn't seen doesn't change. */
function boardOfDay(board: RosterBoard, day: string): RosterBoard {
  return {
    ...board,
    from: day,
    to: day,
    contextFrom: day,
    contextTo: day,
    people: board.people.filter((row) => isEmployedOn(row, day)),
  };
}

type PersonOnDayProps = {
  row: RosterPerson;
  board: RosterBoard;
  day: ReturnType<typeof shownDays>[number] | undefined;
  facts: BoardFacts;
  /** Absent for those who do not plan the day. */
  onChange: ((value: RosterValue) => void) | undefined;
};

const WEEKLY = 'weekly';

function PersonOnDay({ row, board, day, facts, onChange }: PersonOnDayProps) {
  if (!day) return null;
  const { person, weekly } = row;
  const published = day.cell?.published;
  const words = day.minutes === 0 && day.isWeekly ? 'Not at work' : describe(day.day, day.value, row, facts);
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
            {shortWeeklyText(weekly.of, worksWeekly(day.day, row, facts) ? formatShortHours(weekly) : undefined)}
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
      {day.isUnpublished && (
        <Typography variant="caption" color="textSecondary" component="p" className="tabular">
          {draftText(published === undefined ? undefined : describe(day.day, published, row, facts))}
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
