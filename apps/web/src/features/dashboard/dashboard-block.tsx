import type { Dashboard, DashboardBlock } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/feedback/error-state';
import { Skeleton } from '../../ui/loading/skeleton';
import { isUnreachable } from '../../lib/api-error';
import { SectionCard } from '../../ui/section-card';
import { blockQuery } from './dashboard.queries';

type DashboardBlockProps<Name extends DashboardBlock> = {
  name: Name;
  title: string;
  action?: ReactNode;
  laboratoryId: string | undefined;
  /** Of its content while it is being loaded, in pixels. */
  height: number;
  /** In its place while the server cannot be reached. */
  offline?: ReactNode;
  children: (data: NonNullable<Dashboard[Name]>) => ReactNode;
};

/** A card with one block: loaded, updated and retried apart from the others. */
export function BlockCard<Name extends DashboardBlock>(props: DashboardBlockProps<Name>) {
  const { name, title, action, laboratoryId, height, offline, children } = props;
  const query = useQuery({ ...blockQuery(name, laboratoryId), placeholderData: keepPreviousData });
  const data = query.data?.[name];
  // A permission may have been withdrawn since the page was opened.
  if (query.data && data === undefined) return null;
  return (
    <SectionCard title={title} action={action}>
      {data !== undefined ? (
        children(data)
      ) : offline !== undefined && isUnreachable(query.error) ? (
        offline
      ) : query.error ? (
        <ErrorState title="Couldn't load this" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton variant="rectangular" height={height} />
      )}
    </SectionCard>
  );
}
