import Box from '@mui/material/Box';
import { type LeaveBalance, leaveTypeLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state';
import { StatCardSkeleton } from '../../../components/loading/skeleton';
import { StatCard } from '../../../components/stat-card';
import { api } from '../../../lib/api';
import { formatCount, formatDayCount } from '../../../lib/format';
import { queryOf } from '../../../lib/queries';

export const ownBalance = queryOf(api.leaves.balance, { query: {} });

/** What is left of each type of leave this year. */
export function LeaveBalances() {
  const { data, error, isError, refetch } = useQuery(ownBalance);
  if (isError && !data) {
    return <ErrorState title="Your leave balance could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Box component="section" aria-label={data ? `Leave balance of ${data.year}` : 'Leave balance'} sx={gridStyle}>
      {!data && <StatCardSkeleton count={3} />}
      {data && balanceFigures(data).map((figure) => <StatCard key={figure.label} {...figure} />)}
    </Box>
  );
}

/** What is left of each type; a type without a limit is shown once it was taken. */
export function balanceFigures({ types }: LeaveBalance) {
  return types
    .filter(({ entitledDays, takenDays }) => entitledDays !== null || takenDays > 0)
    .map(({ type, entitledDays, remainingDays, takenDays, pendingDays }) => ({
      label: leaveTypeLabels[type],
      figure: formatCount(remainingDays ?? takenDays),
      note: [
        entitledDays === null
          ? 'days taken'
          : `of ${formatDayCount(entitledDays)} left, ${formatCount(takenDays)} taken`,
        ...(pendingDays > 0 ? [`${formatCount(pendingDays)} pending`] : []),
      ].join(', '),
    }));
}

const gridStyle = { display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fill, minmax(min(150px, 100%), 1fr))' };
