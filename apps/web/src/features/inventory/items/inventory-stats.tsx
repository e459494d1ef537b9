import type { InventoryStats as Stats } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../ui/feedback/error-state';
import { FigureLine } from '../../../ui/figure-line';
import type { Figure } from '../../../ui/figures';
import { paths } from '../../../config/paths';
import { formatCount, formatMoney } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';
import { inventoryStats } from '../inventory.resource';
import { formatItems } from '../item-display';

/** How much stock is low, expiring or expired and what all of it is worth, each linked to the list that it counts. */
export function InventoryStats({ laboratoryId }: { laboratoryId: readonly string[] | undefined }) {
  const query = useQuery(inventoryStats(laboratoryId));
  if (query.error && !query.data) {
    return <ErrorState title="Couldn't load the counts" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const chosen = laboratoryId?.length === 1 ? laboratoryId : undefined;
  return <FigureLine label="Counts of the inventory" figures={query.data && figuresOf(query.data, chosen)} />;
}

function figuresOf(stats: Stats, laboratoryId: readonly string[] | undefined): Figure[] {
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
      label: 'Expiring batches',
      figure: formatCount(stats.expiring30),
      note: 'Within 30 days',
      to: to(paths.expiringStock, { days: '30', expired: 'false' }),
    },
    {
      label: 'Expired batches',
      figure: formatCount(stats.expiredBatches),
      note: formatMoney(stats.expiredValuePaise),
      to: to(paths.expiringStock, { expired: 'true' }),
    },
    {
      label: 'Value',
      figure: formatMoney(stats.valuePaise),
      note: formatItems(stats.items),
      to: to(paths.inventory),
    },
  ];
}
