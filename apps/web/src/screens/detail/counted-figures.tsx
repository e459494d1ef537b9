import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { formatCount } from '../../lib/format';
import type { Count } from '../../data/queries';
import { ErrorState } from '../../ui/feedback/error-state';
import { type Figure, Figures } from '../../ui/figures';
import { Skeleton } from '../../ui/loading/skeleton';

type Result<Data> = Pick<UseQueryResult<Data>, 'data' | 'error'> & { refetch: () => Promise<unknown> };

type QueriedFiguresProps<Data> = {
  /** A title: `The month could not be loaded`. */
  failed: string;
  query: Result<Data>;
  figures: (data: Data) => readonly Figure[];
};

/** Figures of a query, with what stands in their place until they have arrived and where they cannot. */
export function QueriedFigures<Data>({ failed, query: { data, error, refetch }, figures }: QueriedFiguresProps<Data>) {
  if (data !== undefined) return <Figures figures={figures(data)} />;
  if (error) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />;
  return <Skeleton variant="rectangular" height={64} />;
}

type CountedListsProps = {
  failed: string;
  /** `to` is the list that is counted. */
  lists: readonly { label: string; count: Count; to: string }[];
};

/** How much each list has, with the way to it. */
export function CountedLists({ failed, lists }: CountedListsProps) {
  const query = useQueries({
    queries: lists.map(({ count }) => count),
    combine: (results): Result<number[]> => ({
      data: results.every(({ data }) => data !== undefined) ? results.map(({ data }) => data ?? 0) : undefined,
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
    }),
  });
  return (
    <QueriedFigures
      failed={failed}
      query={query}
      figures={(totals) =>
        lists.map(({ label, to }, index) => ({ label, figure: formatCount(totals[index] ?? 0), to }))
      }
    />
  );
}
