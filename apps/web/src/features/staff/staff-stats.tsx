import Box from '@mui/material/Box';
import type { StaffStats as Stats } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ErrorState } from '../../components/error-state';
import { StatCardSkeleton } from '../../components/loading/skeleton';
import { StatCard } from '../../components/stat-card';
import { paths } from '../../config/paths';
import { formatCount } from '../../lib/format';
import { withQuery } from '../../lib/with-query';
import { staffQueries } from './staff.queries';

type Card = ComponentProps<typeof StatCard>;

/** The figures of one laboratory, or of all within reach, each leading to the people it counts. */
export function StaffStats({ laboratoryId }: { laboratoryId: string | undefined }) {
  const query = useQuery(staffQueries.stats(laboratoryId));
  if (query.data) {
    return (
      <Box sx={grid}>
        {cardsOf(query.data, laboratoryId).map((card) => (
          <StatCard key={card.label} {...card} />
        ))}
      </Box>
    );
  }
  if (query.error) {
    return (
      <ErrorState title="The figures could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return (
    <Box sx={grid}>
      <StatCardSkeleton count={4} />
    </Box>
  );
}

function cardsOf(stats: Stats, laboratoryId: string | undefined): Card[] {
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
      note: 'Whatever their status now',
      to: to({ status: ['active', 'suspended', 'exited'], joinedFrom: from, joinedTo: last }),
    },
    {
      label: 'Password pending',
      figure: formatCount(passwordPending),
      note: 'Temporary, to be changed',
      to: to({ status: 'active', mustChangePassword: 'true' }),
    },
  ];
}

const grid = {
  display: 'grid',
  gap: { xs: 2, sm: 4 },
  mb: 6,
  gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, minmax(0, 1fr))' },
};
