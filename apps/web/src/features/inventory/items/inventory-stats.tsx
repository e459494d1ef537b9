import Box from '@mui/material/Box';
import type { InventoryStats as Stats } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ErrorState } from '../../../components/error-state';
import { StatCardSkeleton } from '../../../components/loading/skeleton';
import { StatCard } from '../../../components/stat-card';
import { paths } from '../../../config/paths';
import { formatCount, formatMoney } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';
import { inventoryStats } from '../inventory.resource';

/** How much stock is low, expiring or expired and what all of it is worth, each linked to the list that it counts. */
export function InventoryStats({ laboratoryId }: { laboratoryId: readonly string[] | undefined }) {
  const query = useQuery(inventoryStats(laboratoryId));
  if (query.error && !query.data) {
    return (
      <ErrorState title="The counts could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  const chosen = laboratoryId?.length === 1 ? laboratoryId : undefined;
  return (
    <Box sx={grid}>
      {query.data ? (
        cardsOf(query.data, chosen).map((card) => <StatCard key={card.label} {...card} compact />)
      ) : (
        <StatCardSkeleton count={5} compact />
      )}
    </Box>
  );
}

function cardsOf(stats: Stats, laboratoryId: readonly string[] | undefined): ComponentProps<typeof StatCard>[] {
  const to = (path: string, filter: Record<string, string> = {}) => withQuery(path, { laboratoryId, ...filter });
  return [
    {
      label: 'Low stock',
      figure: formatCount(stats.low),
      note: 'At or below the minimum',
      to: to(paths.inventory, { stockStatus: 'low' }),
    },
    {
      label: 'Out of stock',
      figure: formatCount(stats.out),
      note: 'Nothing usable',
      to: to(paths.inventory, { stockStatus: 'out' }),
    },
    {
      label: 'Expiring',
      figure: formatCount(stats.expiring30),
      note: 'Batches, within 30 days',
      to: to(paths.expiringStock, { days: '30', expired: 'false' }),
    },
    {
      label: 'Expired',
      figure: formatCount(stats.expiredBatches),
      note: `Batches, ${formatMoney(stats.expiredValuePaise)}`,
      to: to(paths.expiringStock, { expired: 'true' }),
    },
    {
      label: 'Value',
      figure: formatMoney(stats.valuePaise),
      note: `${formatCount(stats.items)} items`,
      to: to(paths.inventory),
    },
  ];
}

const grid = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  mb: 4,
  // Money needs more room than a count.
  gridTemplateColumns: { xs: '1fr 1fr', lg: 'repeat(4, minmax(0, 1fr)) minmax(0, 1.4fr)' },
  '& > :last-child:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', lg: 'auto' } },
};
