import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { MyRoster } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { product } from '../../../config/product';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { dayAfter } from '../../../lib/calendar';
import { formatDay, formatHours, formatWeekday } from '../../../lib/format';
import { useOpenDrafts } from '../../../screens/form/use-draft';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { OpenShifts } from '../swaps/open-shifts';
import { OwnSwaps } from '../swaps/own-swaps';
import { SwapDialog, swapDrafts } from '../swaps/swap-dialog';
import { CalendarLinkCard } from './calendar-link-card';
import { shiftColourStyle } from './shift-colours';
import { useToday } from '../../../lib/use-now';

const DAYS_AHEAD = 34;

/** The days of the signed-in person from today on, and a link to them for a calendar. */
export function OwnRoster() {
  const { laboratoryId } = useUser();
  const today = useToday(laboratoryId?.timezone ?? product.timezone);
  const { data, error, refetch } = useQuery({
    ...queryOf(api.rosters.mine, { query: { from: today, to: dayAfter(today, DAYS_AHEAD) } }),
    enabled: laboratoryId !== null,
  });
  const [drafted] = useOpenDrafts(swapDrafts);
  const [swapping, setSwapping] = useState(drafted);
  if (!laboratoryId) return <EmptyState>You don't belong to a laboratory, so you have no roster.</EmptyState>;
  if (!data) return <NotLoaded query={{ error, refetch }} what="your roster" skeleton={480} />;
  return (
    <Stack sx={{ gap: 5, maxWidth: 640 }}>
      {data.days.every(({ source }) => source !== 'roster') && (
        <Typography color="textSecondary">
          No roster is published for you yet. Your usual hours apply until then.
        </Typography>
      )}
      <OwnSwaps />
      <OpenShifts />
      <Days aria-label="My roster">
        {data.days.map((day) => (
          <OwnDay key={day.day} day={day} isToday={day.day === data.today} onSwap={() => setSwapping(day.day)} />
        ))}
      </Days>
      <CalendarLinkCard />
      {swapping !== undefined && <SwapDialog day={swapping} onClose={() => setSwapping(undefined)} />}
    </Stack>
  );
}

function OwnDay({ day: { day, shift, source, holiday, leave }, isToday, onSwap }: OwnDayProps) {
  // A shift that has begun, and the usual hours, cannot be given away.
  const canSwap = source === 'roster' && shift !== null && new Date(shift.startsAt) > new Date();
  const notes = [holiday, leave && (leave === 'full' ? 'On leave' : 'On leave for half of the day')];
  return (
    <li data-today={isToday || undefined}>
      <span className="tabular">
        {formatWeekday(day)}
        <small>{formatDay(day)}</small>
      </span>
      <Box component="span" className="code" data-colour={shift?.colour ?? undefined}>
        {shift?.code ?? (source === 'roster' ? 'O' : '')}
      </Box>
      <span>
        {shift ? [shift.name, formatHours(shift)].filter(Boolean).join(', ') : 'Day off'}
        {notes.filter(Boolean).map((note) => (
          <small key={note}>{note}</small>
        ))}
      </span>
      {canSwap && (
        <Button size="small" color="inherit" aria-label={`Swap shift on ${formatDay(day)}`} onClick={onSwap}>
          Swap
        </Button>
      )}
    </li>
  );
}

type OwnDayProps = { day: MyRoster['days'][number]; isToday: boolean; onSwap: () => void };

const Days = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  ...shiftColourStyle(theme),
  '& li': {
    display: 'grid',
    gridTemplateColumns: '104px 36px minmax(0, 1fr) auto',
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
