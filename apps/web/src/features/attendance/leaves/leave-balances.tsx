import { type LeaveBalance, leaveTypeLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { QueriedFigures } from '../../../screens/detail/counted-figures';
import { SectionCard } from '../../../ui/section-card';
import { api } from '../../../data/api';
import { formatCount, formatDayCount } from '../../../lib/format';
import { queryOf } from '../../../data/queries';

export const ownBalance = queryOf(api.leaves.balance, { query: {} });

/** What is left of each type of leave this year. */
export function LeaveBalances() {
  const query = useQuery(ownBalance);
  return (
    <SectionCard title={query.data ? `Leave balance of ${query.data.year}` : 'Leave balance'}>
      <QueriedFigures failed="Couldn't load your leave balance" query={query} figures={balanceFigures} />
    </SectionCard>
  );
}

/** What is left of each type; a type without a limit, or without entitlement, is shown once it was taken. */
export function balanceFigures({ types }: LeaveBalance) {
  return types
    .filter(({ entitledDays, takenDays, pendingDays }) => (entitledDays ?? 0) > 0 || takenDays > 0 || pendingDays > 0)
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
