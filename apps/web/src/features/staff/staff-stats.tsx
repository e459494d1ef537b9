import Box from '@mui/material/Box';
import type { StaffStats as Stats } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ErrorState } from '../../components/error-state';
import { StatCardSkeleton } from '../../components/loading/skeleton';
import { StatCard } from '../../components/stat-card';
import { paths } from '../../config/paths';
import { api } from '../../lib/api';
import { formatCount } from '../../lib/format';
import { queryOf } from '../../lib/queries';
import { withQuery } from '../../lib/with-query';

type Card = ComponentProps<typeof StatCard>;

/** Counts of the one laboratory that is chosen; of all that the viewer sees if none or several are. */
export const staffStatsQuery = (chosen: readonly string[] = []) => ({
  ...queryOf(api.staff.stats, { query: chosen.length === 1 ? { laboratoryId: chosen[0] } : {} }),
  placeholderData: keepPreviousData<Stats>,
});

/** How many people there are, each number linked to the people whom it counts. */
export function StaffStats({ laboratoryId }: { laboratoryId: readonly string[] | undefined }) {
  const query = useQuery(staffStatsQuery(laboratoryId));
  if (query.data) {
    return (
      <Box sx={grid}>
        {cardsOf(query.data, laboratoryId?.length === 1 ? laboratoryId : undefined).map((card) => (
          <StatCard key={card.label} {...card} compact />
        ))}
      </Box>
    );
  }
  if (query.error) {
    return (
      <ErrorState title="The counts could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return (
    <Box sx={grid}>
      <StatCardSkeleton count={4} compact />
    </Box>
  );
}

function cardsOf(stats: Stats, laboratoryId: readonly string[] | undefined): Card[] {
  const { byStatus, joinedThisMonth, passwordPending } = stats;
  const to = (filter: Record<string, string | readonly string[]>) =>
    withQuery(paths.staff, { laboratoryId, ...filter });
  const { from, to: last, count } = joinedThisMonth;
  return [
    { label: 'Active', figure: formatCount(byStatus.active), note: 'Can sign in', to: to({ status: 'active' }) },
    {
      label: 'Suspended',
      figure: formatCount(byStatus.suspended),
      note: 'Signed out until resumed',
      to: to({ status: 'suspended' }),
    },
    {
      label: 'Joined this month',
      figure: formatCount(count),
      note: 'Regardless of status',
      to: to({ status: ['active', 'suspended', 'exited'], joinedFrom: from, joinedTo: last }),
    },
    {
      label: 'Password pending',
      figure: formatCount(passwordPending),
      note: 'Temporary password in use',
      to: to({ status: 'active', mustChangePassword: 'true' }),
    },
  ];
}

const grid = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  mb: 4,
  gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, minmax(0, 1fr))' },
};
