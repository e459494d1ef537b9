import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state';
import { useUrlState } from '../../../lib/use-url-state';
import { type Period, PeriodState, chosenPeriod } from '../period/finance-period';
import { PeriodChooser } from '../period/period-chooser';
import { useFinanceToday } from '../period/use-finance-today';
import { PeriodLockNote } from '../period-lock/period-lock-note';
import { transactionQueries } from '../transaction.queries';
import { OverviewCards, OverviewCardsSkeleton } from './overview-cards';
import { OverviewCharts } from './overview-charts';

/** Income, expenses and what waits, of a period and of one laboratory or all, each leading to what it counts. */
export function OverviewPage() {
  const [state, change] = useUrlState(PeriodState);
  const chosen = chosenPeriod(state, useFinanceToday(state.laboratoryId));
  return (
    <>
      <PeriodChooser state={state} chosen={chosen} onChange={change} />
      {!('fault' in chosen) && <Figures {...chosen} laboratoryId={state.laboratoryId} />}
      <PeriodLockNote />
    </>
  );
}

function Figures(asked: Period & { laboratoryId: string | undefined }) {
  const query = useQuery(transactionQueries.stats(asked));
  if (query.data) {
    return (
      // The figures of the period before stay while those of the next are on their way.
      <Box aria-busy={query.isPlaceholderData} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
        <OverviewCards stats={query.data} laboratoryId={asked.laboratoryId} />
        <OverviewCharts stats={query.data} />
      </Box>
    );
  }
  if (query.error) {
    return (
      <ErrorState title="The figures could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return <OverviewCardsSkeleton />;
}
