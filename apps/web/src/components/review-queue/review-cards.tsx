import MuiCard from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Stack from '@mui/material/Stack';
import { Fragment, type MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import type { Actionable } from '../actions/define-actions';
import { leaveToRow } from '../data-grid/row-link';
import { buttonsOf, type ReviewQueue, type ReviewView } from './define-review-queue';
import { type Review, rowId } from './use-review';

type ReviewCardsProps<Item extends Actionable, Stored extends Item> = {
  queue: ReviewQueue<Item, Stored>;
  review: Review<Item, Stored>;
  view: ReviewView;
  onOpen: (item: Item) => void;
};

/** The queue on a phone: a card opens the item, and carries both decisions within the thumb's reach. */
export function ReviewCards<Item extends Actionable, Stored extends Item>(props: ReviewCardsProps<Item, Stored>) {
  const { queue, review, view, onOpen } = props;
  const { Card, Failure } = queue;
  const { failure, button } = review.actions;
  return (
    <Stack
      component="ul"
      aria-label={`Waiting ${queue.actions.resource.plural}`}
      sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}
    >
      {review.items.map((item) => (
        <MuiCard key={item._id} component="li">
          <CardActionArea
            component={Link}
            to={queue.href(item)}
            id={rowId(item._id)}
            onClick={(event: MouseEvent) => {
              leaveToRow(event);
              if (event.defaultPrevented) onOpen(item);
            }}
            sx={{ p: 4 }}
          >
            <Card item={item} />
          </CardActionArea>
          <Stack sx={{ gap: 3, p: 4, pt: 0 }}>
            {failure?.item._id === item._id && <Failure error={failure.error} />}
            <Stack direction="row" sx={{ gap: 2 }}>
              {buttonsOf(view).map(({ action, look }) => (
                <Fragment key={action}>{button(action, item, { ...look, size: 'large', fullWidth: true })}</Fragment>
              ))}
            </Stack>
          </Stack>
        </MuiCard>
      ))}
    </Stack>
  );
}
