import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Actions } from '../actions/actions';
import type { Actionable } from '../actions/define-actions';
import { Banner } from '../../ui/feedback/banner';
import type { WholeList } from '../list/use-selection';
import { Skeleton } from '../../ui/loading/skeleton';
import { type Shortcut, useShortcuts } from '../../ui/shortcuts';
import type { ReviewSet, ReviewView } from './queue';
import { ReviewCards } from './review-cards';
import { ReviewDesk } from './review-desk';
import { useReview } from './use-review';

type ReviewItemsProps = {
  set: ReviewSet;
  rows: readonly Actionable[];
  /** What can be selected beyond the rows. */
  whole: WholeList<Actionable> | undefined;
  view: Pick<ReviewView, 'actions'>;
  /** Which page of which view the rows are; each begins at its first item. */
  loaded: string;
  asCards: boolean;
  /** Opens an item that is shown as a card. */
  onOpen: (item: Actionable) => void;
  /** Shown when no item is left. */
  empty: ReactNode;
};

/** The items that wait for a decision, as a list with the evidence beside it, or as cards on a phone. */
export function ReviewItems(props: ReviewItemsProps) {
  const { set } = props;
  return (
    <Actions of={({ _id }: Actionable) => set.of(_id).actions} showsFailure>
      <Review {...props} />
    </Actions>
  );
}

function Review(props: ReviewItemsProps) {
  const { set, rows, whole, view, loaded, asCards, onOpen, empty } = props;
  const review = useReview(set, rows, loaded, asCards, whole);
  const { items, currentId, note, bulk, selection, move } = review;

  const withCurrent = (run: (item: Actionable) => void) => () => {
    const item = review.current();
    if (item) run(item);
  };
  const { noun, plural } = set.bulk.resource;
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
      effect: `Select or deselect the ${noun}`,
      run: withCurrent((item) => !view.actions && review.offersDecision(item) && selection.toggle(item._id)),
    },
    { keys: ['shift+a'], effect: `Approve the selected ${plural}`, run: () => bulk.decide('approve') },
  ];
  useShortcuts(asCards ? [] : shortcuts);
  return (
    <>
      {note !== undefined && (
        <Box sx={{ mb: 3 }}>
          <Banner tone="info">{note}</Banner>
        </Box>
      )}
      {items.length === 0 && (asCards || currentId === undefined) ? (
        empty
      ) : asCards ? (
        <ReviewCards {...{ set, review, view, onOpen }} />
      ) : (
        <ReviewDesk {...{ set, review, view, rows }} />
      )}
      {bulk.dialog}
    </>
  );
}

/** In the place of a queue that is being loaded. */
export function QueueSkeleton() {
  return (
    <Stack sx={{ gap: 2 }}>
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} silent={row > 0} variant="rectangular" height={60} />
      ))}
    </Stack>
  );
}
