import Cancel from '@mui/icons-material/CancelOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Typography from '@mui/material/Typography';
import { plural, type RosterSwap, type SwapShift, type SwapStatus, swapStatusLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { formatDay, formatHours, formatWeekday, joined } from '../../../lib/format';
import { Banner } from '../../../ui/feedback/banner';
import { Skeleton } from '../../../ui/loading/skeleton';
import { chipOf } from '../../../ui/status-chip';

const over = { tone: 'neutral', icon: <Cancel /> } as const;

export const SwapStatusChip = chipOf<SwapStatus>(swapStatusLabels, {
  offered: { tone: 'info', icon: <Schedule /> },
  accepted: { tone: 'warning', icon: <Schedule /> },
  approved: { tone: 'success', icon: <CheckCircle /> },
  rejected: { tone: 'error', icon: <Cancel /> },
  declined: over,
  withdrawn: over,
  ended: over,
});

/** `Thu, Dec 3, 2026: Night, 22:00 – 06:00` */
export function shiftLine({ day, name, ...hours }: Pick<SwapShift, 'day' | 'name' | 'start' | 'end'>): string {
  return `${formatWeekday(day)}, ${formatDay(day)}: ${name}, ${formatHours(hours)}`;
}

/** What the rules say of a swap; nothing where they have no objection. */
export function SwapConflicts({ swap, quiet = false }: { swap: Pick<RosterSwap, '_id'>; quiet?: boolean }) {
  const { _id } = useUser();
  const { data, error } = useQuery({
    ...queryOf(api.rosterSwaps.conflicts, { params: { id: swap._id } }),
    staleTime: 0,
  });
  if (error) return <Banner tone="error">The rules couldn't be checked.</Banner>;
  if (!data) return <Skeleton variant="rectangular" height={24} />;
  if (data.length === 0) {
    if (quiet) return null;
    return <Typography variant="body2">Hours, rest and skills: no conflicts for either of them.</Typography>;
  }
  return (
    <div role="group" aria-label="Conflicts">
      {data.map(({ person, day, kind, effect, reason }) => (
        <Typography
          key={`${person._id} ${day} ${kind}`}
          variant="body2"
          color={effect === 'forbid' ? 'error' : 'warning'}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {person._id === _id ? 'You' : person.name}, {formatDay(day)}: {reason}
        </Typography>
      ))}
    </div>
  );
}

/** The names of up to two colleagues who have not declined, or of all who were asked; otherwise how many they are. */
export function askedColleagues(asked: RosterSwap['asked']): string {
  const open = asked.filter(({ declined }) => !declined);
  const names = (open.length > 0 ? open : asked).map(({ name }) => name);
  return names.length <= 2 ? joined(names) : plural(names.length, '1 colleague', `${names.length} colleagues`);
}
