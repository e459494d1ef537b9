import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { InventoryItem } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { RowList } from '../../../components/list/list-view';
import { Skeleton } from '../../../components/loading/skeleton';
import { SectionCard } from '../../../components/section-card';
import { api } from '../../../lib/api';
import { lazyComponent } from '../../../lib/lazy-component';
import { pageQuery } from '../../../lib/queries';
import { movementListOf } from '../movements/movement-list';

// Charts are a large chunk that the rest of the page does not wait for.
const BalanceChart = lazyComponent(async () => (await import('./balance-chart')).BalanceChart);

/** As many as one page holds. */
const DRAWN_MOVEMENTS = 100;

/** The movements of an item with the running balance, and the balance as a chart. */
export function ItemLedger({ item: { _id, unit } }: { item: InventoryItem }) {
  const [list] = useState(() => movementListOf(_id));
  const { data } = useQuery(pageQuery(api.inventory.movements, { query: { itemId: _id, limit: DRAWN_MOVEMENTS } }));
  const drawn = data?.data.toReversed() ?? [];
  const all = data?.pagination.total ?? 0;
  return (
    <Stack sx={{ gap: 4 }}>
      {drawn.length > 1 && (
        <SectionCard title={all > drawn.length ? `Balance, last ${drawn.length} movements` : 'Balance'}>
          <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 2 }}>
            Solid: usable. Dashed: everything that is there. The ledger below has the same values.
          </Typography>
          <Suspense fallback={<Skeleton variant="rectangular" height={220} />}>
            <BalanceChart movements={drawn} unit={unit} />
          </Suspense>
        </SectionCard>
      )}
      <div>
        <RowList list={list} />
      </div>
    </Stack>
  );
}
