import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { MAX_ROSTER_DAYS } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { product } from '../../../config/product';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { dayAfter } from '../../../lib/calendar';
import { dayOf, formatDay, formatHours, formatWeekday } from '../../../lib/format';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { describe } from './day-detail';
import { factsOf, shownDays } from './roster-rows';
import { shiftColourStyle } from './shift-colours';

/** The days of the signed-in person from today on, as published. */
export function OwnRoster() {
  const { _id, laboratoryId } = useUser();
  const today = dayOf(new Date(), laboratoryId?.timezone ?? product.timezone);
  const { data, error, refetch } = useQuery({
    ...queryOf(api.rosters.board, {
      query: { userId: _id, from: today, to: dayAfter(today, MAX_ROSTER_DAYS - 1) },
    }),
    enabled: laboratoryId !== null,
  });
  if (!laboratoryId) return <EmptyState>You don't belong to a laboratory, so you have no roster.</EmptyState>;
  if (!data) return <NotLoaded query={{ error, refetch }} what="your roster" skeleton={480} />;
  const row = data.people[0];
  if (!row) return <EmptyState>Nothing is planned for you yet.</EmptyState>;
  const facts = factsOf(data);
  const isPlanned = row.cells.some(({ published }) => published !== undefined);
  return (
    <Stack sx={{ gap: 4, maxWidth: 640 }}>
      {!isPlanned && (
        <Typography color="textSecondary">
          No roster is published for you yet. Your {row.weekly.of === 'person' ? 'weekly shift' : "laboratory's hours"}{' '}
          apply: {formatHours(row.weekly)}.
        </Typography>
      )}
      <Days aria-label="My roster">
        {shownDays(row, facts, undefined).map((day) => (
          <li key={day.day} data-today={day.day === facts.today || undefined}>
            <span className="tabular">
              {formatWeekday(day.day)}
              <small>{formatDay(day.day)}</small>
            </span>
            <Box component="span" className="code" data-colour={day.type?.colour}>
              {day.code || '–'}
            </Box>
            <span>
              {day.minutes === 0 ? (facts.holidays.get(day.day) ?? 'Day off') : describe(day.value, row, facts.types)}
            </span>
          </li>
        ))}
      </Days>
    </Stack>
  );
}

const Days = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  ...shiftColourStyle(theme),
  '& li': {
    display: 'grid',
    gridTemplateColumns: '104px 36px minmax(0, 1fr)',
    gap: 8,
    alignItems: 'center',
    padding: '8px 0',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    fontSize: '0.875rem',
  },
  '& small': { display: 'block', fontWeight: 400, color: theme.vars.palette.text.secondary },
  '& li[data-today]': { fontWeight: 600 },
  '& .code': { textAlign: 'center', padding: '2px 0', borderRadius: 6, fontSize: '0.75rem', fontWeight: 600 },
}));
