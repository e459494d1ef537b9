import Button from '@mui/material/Button';
import { anyOf, IdSchema, PageQuery } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { laboratoryOptions } from '../../data/laboratory-options';
import { useExistingPage, useUrlState } from '../../data/use-url-state';
import type { Actionable } from '../actions/define-actions';
import { ReopenedForm } from '../actions/actions';
import { personQuery } from '../form/person-input';
import { StaleNotice } from '../../ui/grid/stale-notice';
import { EmptyState } from '../../ui/feedback/empty-state';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { RemovableChip } from '../../ui/removable-chip';
import { SegmentedChoice } from '../../ui/segmented-choice';
import { buttonsOf, type Queue, type ReviewSet, type ReviewView } from './queue';
import { ReviewScreen } from './review-screen';

const PAGE_SIZE = 50;

const State = z.object({
  page: PageQuery.shape.page,
  show: z.string().optional(),
  /** Of a link that names no view, such as that of a blocker. */
  status: z.string().optional(),
  laboratoryId: anyOf(IdSchema).optional(),
  userId: IdSchema.optional(),
  /** The one that a link leads to, whichever view it is in. */
  item: IdSchema.optional(),
});

/** One queue with all its views, as a tab of its feature. */
export function QueuePage({ queue }: { queue: Queue }) {
  const { views, actions, bulk } = queue;
  const { resource } = actions;
  const [firstView] = views;
  const [{ page, show, status, laboratoryId, userId, item }, change] = useUrlState(State);
  const linked = useQuery({ ...resource.detail(item ?? ''), enabled: item !== undefined });
  const view =
    views.find(({ value }) => value === show) ??
    views.find(({ query }) => 'status' in query && String(query.status) === status) ??
    (linked.data && viewWithActionOn(linked.data, views)) ??
    firstView;
  const instead = views.find(({ value }) => value === view.instead);
  const choose = (value: string) =>
    change({ show: value === firstView.value ? undefined : value, status: undefined, item: undefined });
  const set = useMemo((): ReviewSet => ({ of: () => queue, bulk }), [queue, bulk]);
  const filter = { ...view.query, ...(laboratoryId && { laboratoryId }), ...(userId && { userId }) };
  const list = useQuery({ ...resource.page({ ...filter, limit: PAGE_SIZE, page }), enabled: item === undefined });
  useExistingPage(list);
  const query = item === undefined ? list : linked;
  const rows = useMemo(() => (linked.data ? [linked.data] : undefined), [linked.data]);
  const retry = () => void query.refetch();
  return (
    <>
      <ReviewScreen
        set={set}
        choices={
          <>
            <SegmentedChoice label="View" segments={views} value={view.value} onChange={choose} />
            {laboratoryId && <LaboratoryChip ids={laboratoryId} onRemove={() => change({ laboratoryId: undefined })} />}
            {userId && <PersonChip id={userId} onRemove={() => change({ userId: undefined })} />}
            {item && <RemovableChip label="From a link" onRemove={() => change({ item: undefined })} />}
          </>
        }
        faults={
          query.error &&
          (query.data ? (
            <StaleNotice loadedAt={query.dataUpdatedAt} onRetry={retry} />
          ) : (
            <NotLoaded
              query={query}
              {...(item === undefined
                ? { what: `the ${resource.plural}` }
                : { what: `the ${resource.noun}`, missing: resource.noun })}
              skeleton={null}
            />
          ))
        }
        rows={item === undefined ? list.data?.data : rows}
        isLoading={!query.error}
        isPlaceholder={query.isPlaceholderData}
        whole={
          list.data && {
            total: list.data.pagination,
            most: bulk.mostSelected,
            page: (part) => resource.page({ ...filter, ...part }),
          }
        }
        view={view}
        asked={[view.value, page, laboratoryId, userId, item].join(' ')}
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
        pagination={item === undefined ? list.data?.pagination : undefined}
        onPage={(next) => change({ page: next })}
      />
      <ReopenedForm of={actions} />
    </>
  );
}

/** The view whose buttons apply to a document. */
function viewWithActionOn({ actions }: Actionable, views: Queue['views']): ReviewView | undefined {
  return views.find((view) => buttonsOf(view).some(({ action }) => actions[action]?.allowed));
}

/** What narrows the queue where a link, such as that of a notification, leads to one laboratory of several. */
function PersonChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useQuery(personQuery(id));
  return <RemovableChip label={`Person: ${data?.name ?? 'one'}`} onRemove={onRemove} />;
}

function LaboratoryChip({ ids, onRemove }: { ids: readonly string[]; onRemove: () => void }) {
  const { data } = useQuery(laboratoryOptions);
  const names = (data ?? []).filter(({ _id }) => ids.includes(_id)).map(({ name }) => name);
  return <RemovableChip label={`Laboratory: ${names.join(', ') || 'one'}`} onRemove={onRemove} />;
}
