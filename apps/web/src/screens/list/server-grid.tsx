import type { GridValidRowModel } from '@mui/x-data-grid';
import { type ReactNode, Suspense } from 'react';
import { useOnPhone } from '../../ui/use-on-phone';
import { lazyPart } from '../../ui/lazy-part';
import { ErrorState } from '../../ui/feedback/error-state';
import { CardList } from './card-list';
import { GridSkeleton } from './grid-skeleton';
import type { ServerGridProps } from './server-grid-props';
import { StaleNotice } from '../../ui/grid/stale-notice';

type AnyRow = GridValidRowModel & { _id: string };

// A phone shows cards and never fetches the grid, which is larger than everything else on the page.
const GridTable = lazyPart(async () => (await import('./grid-table')).GridTable) as <Row extends AnyRow>(
  props: ServerGridProps<Row>,
) => ReactNode;

/**
 * A list that the server sorts, filters and pages. The first load shows skeleton rows, later ones keep the old rows
 * under a thin line, and under a notice when they could not be had; a phone gets cards.
 */
export function ServerGrid<Row extends AnyRow>(props: ServerGridProps<Row>) {
  const { things, query, empty } = props;
  const onPhone = useOnPhone();
  const retry = () => void query.refetch();

  if (query.error && !query.data) {
    return <ErrorState title={`Couldn't load ${things}`} error={query.error} onRetry={retry} />;
  }
  return (
    <>
      {query.error && <StaleNotice loadedAt={query.dataUpdatedAt} onRetry={retry} />}
      {query.data?.data.length === 0 ? (
        empty
      ) : onPhone ? (
        <CardList {...props} />
      ) : (
        <Suspense fallback={<GridSkeleton />}>
          <GridTable {...props} />
        </Suspense>
      )}
    </>
  );
}
