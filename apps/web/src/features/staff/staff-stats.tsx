import type { StaffStats as Stats } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../ui/feedback/error-state';
import { FigureLine } from '../../ui/figure-line';
import type { Figure } from '../../ui/figures';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { formatCount } from '../../lib/format';
import { queryOf } from '../../data/queries';
import { withQuery } from '../../lib/with-query';

/** Counts of the one laboratory that is chosen; of all that the viewer sees if none or several are. */
export const staffStatsQuery = (chosen: readonly string[] = []) => ({
  ...queryOf(api.staff.stats, { query: chosen.length === 1 ? { laboratoryId: chosen[0] } : {} }),
  placeholderData: keepPreviousData<Stats>,
});

/** How many people there are, each number linked to the people whom it counts. */
export function StaffStats({ laboratoryId }: { laboratoryId: readonly string[] | undefined }) {
  const query = useQuery(staffStatsQuery(laboratoryId));
  if (query.error && !query.data) {
    return <ErrorState title="Couldn't load the counts" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const chosen = laboratoryId?.length === 1 ? laboratoryId : undefined;
  return <FigureLine label="Counts of the people" figures={query.data && figuresOf(query.data, chosen)} />;
}

function figuresOf(stats: Stats, laboratoryId: readonly string[] | undefined): Figure[] {
  const { byStatus, joinedThisMonth, passwordPending } = stats;
  const to = (filter: Record<string, string | readonly string[]>) =>
    withQuery(paths.staff, { laboratoryId, ...filter });
  const { from, to: last, count } = joinedThisMonth;
  return [
    { label: 'Active', figure: formatCount(byStatus.active), note: 'Can sign in', to: to({ status: 'active' }) },
    {
      label: 'Suspended',
      figure: formatCount(byStatus.suspended),
      note: 'Signed out until you resume the account',
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
