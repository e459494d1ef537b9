import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { InventoryItem } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { RowList } from '../../../screens/list/list-view';
import { Skeleton } from '../../../ui/loading/skeleton';
import { PageTurner } from '../../../screens/list/page-turner';
import { SectionCard } from '../../../ui/section-card';
import { api } from '../../../data/api';
import { lazyPart } from '../../../ui/lazy-part';
import { pageQuery } from '../../../data/queries';
import { movementListOf } from '../movements/movement-list';

// Charts are a large chunk that the rest of the page does not wait for.
const BalanceChart = lazyPart(async () => (await import('./balance-chart')).BalanceChart);

/** As many as one page holds. */
const DRAWN_MOVEMENTS = 100;

/** The movements of an item with the running balance, and the balance as a chart. */
export function ItemLedger({ item }: { item: InventoryItem }) {
  const [list] = useState(() => movementListOf(item._id));
  return (
    <Stack sx={{ gap: 4 }}>
      <Balance item={item} />
      <div>
        <RowList list={list} />
      </div>
    </Stack>
  );
}

/** The balance as a chart: the latest movements, and earlier ones page by page. */
function Balance({ item: { _id, unit } }: { item: InventoryItem }) {
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    ...pageQuery(api.inventory.movements, { query: { itemId: _id, limit: DRAWN_MOVEMENTS, page } }),
    placeholderData: keepPreviousData,
  });
  if (!data || data.pagination.total < 2) return null;
  const { pagination } = data;
  return (
    <SectionCard title={pagination.pages > 1 && page === 1 ? `Balance, last ${DRAWN_MOVEMENTS} movements` : 'Balance'}>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 2 }}>
        Solid: usable. Dashed: total. The ledger below has the same values.
      </Typography>
      <Suspense fallback={<Skeleton variant="rectangular" height={220} />}>
        <BalanceChart movements={data.data.toReversed()} unit={unit} />
      </Suspense>
      {pagination.pages > 1 && (
        <PageTurner pagination={pagination} things={{ one: 'movement', many: 'movements' }} onPage={setPage} />
      )}
    </SectionCard>
  );
}
