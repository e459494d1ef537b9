import Button from '@mui/material/Button';
import { anyOf, IdSchema, PageQuery } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { laboratoryOptions } from '../../data/laboratory-options';
import { useExistingPage, useUrlState } from '../../data/use-url-state';
import { ReopenedForm } from '../actions/actions';
import { StaleNotice } from '../../ui/grid/stale-notice';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { RemovableChip } from '../../ui/removable-chip';
import { SegmentedChoice } from '../../ui/segmented-choice';
import type { Queue, ReviewSet } from './queue';
import { ReviewScreen } from './review-screen';

const PAGE_SIZE = 50;

const State = z.object({
  page: PageQuery.shape.page,
  show: z.string().optional(),
  laboratoryId: anyOf(IdSchema).optional(),
});

/** One queue with all its views, as a tab of its feature. */
export function QueuePage({ queue }: { queue: Queue }) {
  const { views, actions, bulk } = queue;
  const { resource } = actions;
  const [firstView] = views;
  const [{ page, show, laboratoryId }, change] = useUrlState(State);
  const view = views.find(({ value }) => value === show) ?? firstView;
  const instead = views.find(({ value }) => value === view.instead);
  const choose = (value: string) => change({ show: value === firstView.value ? undefined : value });
  const set = useMemo((): ReviewSet => ({ of: () => queue, bulk }), [queue, bulk]);
  const filter = { ...view.query, ...(laboratoryId && { laboratoryId }) };
  const query = useQuery(resource.page({ ...filter, limit: PAGE_SIZE, page }));
  useExistingPage(query);
  const retry = () => void query.refetch();
  return (
    <>
      <ReviewScreen
        set={set}
        choices={
          <>
            <SegmentedChoice label="View" segments={views} value={view.value} onChange={choose} />
            {laboratoryId && <LaboratoryChip ids={laboratoryId} onRemove={() => change({ laboratoryId: undefined })} />}
          </>
        }
        faults={
          query.error &&
          (query.data ? (
            <StaleNotice loadedAt={query.dataUpdatedAt} onRetry={retry} />
          ) : (
            <ErrorState title={`Couldn't load the ${resource.plural}`} error={query.error} onRetry={retry} />
          ))
        }
        rows={query.data?.data}
        isLoading={!query.error}
        isPlaceholder={query.isPlaceholderData}
        whole={
          query.data && {
            total: query.data.pagination,
            most: bulk.mostSelected,
            page: (part) => resource.page({ ...filter, ...part }),
          }
        }
        view={view}
        asked={`${view.value} ${page} ${laboratoryId?.join() ?? ''}`}
        empty={
          <EmptyState
            action={
              instead && (
                <Button variant="outlined" color="inherit" onClick={() => choose(instead.value)}>
                  Show “{instead.label}”
                </Button>
              )
            }
          >
            {view.empty}
          </EmptyState>
        }
        pagination={query.data?.pagination}
        onPage={(next) => change({ page: next })}
      />
      <ReopenedForm of={actions} />
    </>
  );
}

/** What narrows the queue where a link, such as that of a notification, leads to one laboratory of several. */
function LaboratoryChip({ ids, onRemove }: { ids: readonly string[]; onRemove: () => void }) {
  const { data } = useQuery(laboratoryOptions);
  const names = (data ?? []).filter(({ _id }) => ids.includes(_id)).map(({ name }) => name);
  return <RemovableChip label={`Laboratory: ${names.join(', ') || 'one'}`} onRemove={onRemove} />;
}
