import Keyboard from '@mui/icons-material/KeyboardOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { anyOf, IdSchema, PageQuery } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useRoomBeside } from '../../ui/use-on-phone';
import { laboratoryOptions } from '../../data/laboratory-options';
import { useUrlState } from '../../data/use-url-state';
import type { Actionable } from '../actions/define-actions';
import { ReopenedForm } from '../actions/actions';
import { StaleNotice } from '../../ui/grid/stale-notice';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { PageTurner } from '../list/page-turner';
import { RemovableChip } from '../../ui/removable-chip';
import { SegmentedChoice } from '../../ui/segmented-choice';
import { showShortcuts } from '../../ui/shortcuts';
import type { ReviewQueue, ReviewSet } from './define-review-queue';
import { QueueSkeleton, ReviewItems } from './review-items';

const PAGE_SIZE = 50;

type ReviewQueuePageProps<Item extends Actionable, Stored extends Item> = {
  queue: ReviewQueue<Item, Stored>;
  /** Opens an item on a phone. */
  onOpen: (item: Item) => void;
};

/** Everything that waits for a decision, as a list with the evidence beside it, or as cards on a phone. */
export function ReviewQueuePage<Item extends Actionable, Stored extends Item>(
  props: ReviewQueuePageProps<Item, Stored>,
) {
  const { queue, onOpen } = props;
  const { views, actions, bulk } = queue;
  const { resource } = actions;
  const [firstView] = views;
  const schema = useMemo(
    () =>
      z.object({
        page: PageQuery.shape.page,
        show: z.string().default(firstView.value),
        laboratoryId: anyOf(IdSchema).optional(),
      }),
    [firstView],
  );
  const [{ page, show, laboratoryId }, change] = useUrlState(schema);
  const view = views.find(({ value }) => value === show) ?? firstView;
  const instead = views.find(({ value }) => value === view.instead);
  const set = useMemo((): ReviewSet<Item, Stored> => ({ of: () => queue, bulk }), [queue, bulk]);
  const filter = { ...view.query, ...(laboratoryId && { laboratoryId }) };
  const query = useQuery(resource.page({ ...filter, limit: PAGE_SIZE, page }));
  const asCards = !useRoomBeside();
  const asked = `${view.value} ${page} ${laboratoryId?.join() ?? ''}`;
  const [loaded, setLoaded] = useState(asked);
  // The old rows stay until those of the next view have been loaded.
  if (loaded !== asked && !query.isPlaceholderData) setLoaded(asked);
  const retry = () => void query.refetch();
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', mb: 4 }}>
        <SegmentedChoice
          label={`Which ${resource.plural}`}
          segments={views}
          value={view.value}
          onChange={(chosen) => change({ show: chosen })}
        />
        {laboratoryId && <LaboratoryChip ids={laboratoryId} onRemove={() => change({ laboratoryId: undefined })} />}
        {!asCards && (
          <Button color="inherit" startIcon={<Keyboard />} onClick={showShortcuts} sx={{ ml: 'auto' }}>
            Shortcuts (?)
          </Button>
        )}
      </Stack>
      {query.data && query.error && <StaleNotice loadedAt={query.dataUpdatedAt} onRetry={retry} />}
      {query.data ? (
        <>
          <ReviewItems
            {...{ set, asCards, view, onOpen }}
            rows={query.data.data}
            whole={{
              total: query.data.pagination,
              most: bulk.mostSelected,
              page: (part) => resource.page({ ...filter, ...part }),
            }}
            loaded={loaded}
            empty={
              <EmptyState
                action={
                  instead && (
                    <Button variant="outlined" color="inherit" onClick={() => change({ show: instead.value })}>
                      Show {instead.label.toLowerCase()}
                    </Button>
                  )
                }
              >
                {view.empty}
              </EmptyState>
            }
          />
          {query.data.pagination.pages > 1 && (
            <PageTurner
              pagination={query.data.pagination}
              things={{ one: resource.noun, many: resource.plural }}
              onPage={(next) => change({ page: next })}
            />
          )}
        </>
      ) : query.error ? (
        <ErrorState title="Couldn't load the queue" error={query.error} onRetry={retry} />
      ) : (
        <QueueSkeleton />
      )}
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
