import Keyboard from '@mui/icons-material/KeyboardOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { PageQuery } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useUrlState } from '../../lib/use-url-state';
import type { Actionable } from '../actions/define-actions';
import { Banner } from '../banner';
import { StaleNotice } from '../data-grid/stale-notice';
import { EmptyState } from '../empty-state';
import { ErrorState } from '../error-state';
import { Skeleton } from '../loading/skeleton';
import type { WholeList } from '../list/use-selection';
import { PageTurner } from '../page-turner';
import { SegmentedChoice } from '../segmented-choice';
import { type Shortcut, showShortcuts, useShortcuts } from '../shortcuts';
import type { ReviewQueue, ReviewView } from './define-review-queue';
import { ReviewCards } from './review-cards';
import { ReviewDesk } from './review-desk';
import { useReview } from './use-review';

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
  const { views, actions } = props.queue;
  const { resource } = actions;
  const [firstView] = views;
  const schema = useMemo(
    () => z.object({ page: PageQuery.shape.page, show: z.string().default(firstView.value) }),
    [firstView],
  );
  const [{ page, show }, change] = useUrlState(schema);
  const view = views.find(({ value }) => value === show) ?? firstView;
  const query = useQuery(resource.page({ ...view.query, limit: PAGE_SIZE, page }));
  const onPhone = useMediaQuery(useTheme().breakpoints.down('md'));
  const asked = `${view.value} ${page}`;
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
        {!onPhone && (
          <Button color="inherit" startIcon={<Keyboard />} onClick={showShortcuts} sx={{ ml: 'auto' }}>
            Shortcuts (?)
          </Button>
        )}
      </Stack>
      {query.data && query.error && <StaleNotice loadedAt={query.dataUpdatedAt} onRetry={retry} />}
      {query.data ? (
        <>
          <Items
            {...props}
            {...{ onPhone, view }}
            rows={query.data.data}
            whole={{
              total: query.data.pagination.total,
              most: props.queue.bulk.mostSelected,
              page: (part) => resource.page({ ...view.query, ...part }),
            }}
            loaded={loaded}
            onShow={(value) => change({ show: value })}
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
        <ErrorState title="The queue could not be loaded" error={query.error} onRetry={retry} />
      ) : (
        <QueueSkeleton />
      )}
    </>
  );
}

type ItemsProps<Item extends Actionable, Stored extends Item> = ReviewQueuePageProps<Item, Stored> & {
  onPhone: boolean;
  rows: readonly Item[];
  whole: WholeList<Item>;
  view: ReviewView;
  /** Which page of which view the rows are; each begins at its first item. */
  loaded: string;
  onShow: (view: string) => void;
};

function Items<Item extends Actionable, Stored extends Item>(props: ItemsProps<Item, Stored>) {
  const { queue, rows, whole, view, loaded, onPhone, onOpen, onShow } = props;
  const review = useReview(queue, rows, loaded, onPhone, whole);
  const { items, currentId, note, actions, bulk, selection, move } = review;
  const instead = queue.views.find(({ value }) => value === view.instead);

  const withCurrent = (run: (item: Item) => void) => () => {
    const item = review.current();
    if (item) run(item);
  };
  const { noun, plural } = queue.actions.resource;
  const shortcuts: Shortcut[] = [
    { keys: ['j', 'arrowdown'], effect: `Next ${noun}`, run: () => move(1), repeats: true },
    { keys: ['k', 'arrowup'], effect: `Previous ${noun}`, run: () => move(-1), repeats: true },
    { keys: ['a'], effect: `Approve the ${noun}`, run: withCurrent((item) => review.decide('approve', item)) },
    {
      keys: ['r'],
      effect: `Reject the ${noun}, with a reason`,
      run: withCurrent((item) => review.decide('reject', item)),
    },
    {
      keys: ['x'],
      effect: `Select the ${noun}, or remove it from the selection`,
      run: withCurrent(({ _id }) => selection.toggle(_id)),
    },
    { keys: ['shift+a'], effect: `Approve the selected ${plural}`, run: () => bulk.decide('approve') },
  ];
  useShortcuts(onPhone ? [] : shortcuts);
  return (
    <>
      {note !== undefined && (
        <Box sx={{ mb: 3 }}>
          <Banner tone="info">{note}</Banner>
        </Box>
      )}
      {items.length === 0 && (onPhone || currentId === undefined) ? (
        <EmptyState
          action={
            instead && (
              <Button variant="outlined" color="inherit" onClick={() => onShow(instead.value)}>
                Show {instead.label.toLowerCase()}
              </Button>
            )
          }
        >
          {view.empty}
        </EmptyState>
      ) : onPhone ? (
        <ReviewCards {...{ queue, review, view, onOpen }} />
      ) : (
        <ReviewDesk {...{ queue, review, view, rows }} />
      )}
      {actions.dialog}
      {bulk.dialog}
    </>
  );
}

function QueueSkeleton() {
  return (
    <Stack sx={{ gap: 2 }}>
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} silent={row > 0} variant="rectangular" height={60} />
      ))}
    </Stack>
  );
}
