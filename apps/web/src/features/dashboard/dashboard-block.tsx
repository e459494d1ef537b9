import type { Dashboard, DashboardBlock } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { isUnreachable } from '../../lib/api-error';
import { useLastState } from '../../data/last-state';
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
  /** `asOf` is since when it is known, where the device kept it. */
  children: (data: NonNullable<Dashboard[Name]>, asOf: number | undefined) => ReactNode;
};

/** A card with one block: loaded, updated and retried apart from the others. */
export function BlockCard<Name extends DashboardBlock>(props: DashboardBlockProps<Name>) {
  const { name, title, action, laboratoryId, height, offline, children } = props;
  const query = useQuery({ ...blockQuery(name, laboratoryId), placeholderData: keepPreviousData });
  const asOf = useLastState(blockQuery(name, laboratoryId).queryKey);
  const data = query.data?.[name];
  // A permission may have been withdrawn since the page was opened.
  if (query.data && data === undefined) return null;
  return (
    <SectionCard title={title} action={action}>
      {data !== undefined ? (
        children(data, asOf)
      ) : offline !== undefined && isUnreachable(query.error) ? (
        offline
      ) : (
        <NotLoaded query={query} what="this" skeleton={height} />
      )}
    </SectionCard>
  );
}
