import Lock from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import MuiCard from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Actionable, disabledReasonOf } from '../actions/define-actions';
import { ItemAction, useItemActions } from '../actions/item-actions';
import { NOT_CURRENT } from '../../data/last-state';
import { leaveToRow } from '../../ui/grid/row-link';
import { DecisionFailure } from './decision-failure';
import { buttonsOf, type ReviewSet, type ReviewView } from './queue';
import { type Review, rowId } from './use-review';

type ReviewCardsProps = {
  set: ReviewSet;
  review: Review;
  view: Pick<ReviewView, 'actions'>;
  onOpen: (item: Actionable) => void;
};

/** The queue on a phone: a card opens the item, and carries both decisions within the thumb's reach. */
export function ReviewCards(props: ReviewCardsProps) {
  const { set, review, view, onOpen } = props;
  const actions = useItemActions();
  return (
    <Stack
      component="ul"
      aria-label={`Pending ${set.bulk.resource.plural}`}
      sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}
    >
      {review.items.map((item) => {
        const { Card, Failure = DecisionFailure, href } = set.of(item._id);
        const failure = actions.failureOf(item);
        const disabledReason = view.actions ? undefined : lockedReasonOf(item);
        return (
          <MuiCard key={item._id} component="li">
            <CardActionArea
              component={Link}
              to={href(item)}
              id={rowId(item._id)}
              onClick={(event: MouseEvent) => {
                leaveToRow(event);
                if (event.defaultPrevented) onOpen(item);
              }}
              sx={{ p: 4 }}
            >
              <Marked mark={set.mark?.(item._id)}>
                <Card item={item} />
              </Marked>
            </CardActionArea>
            <Stack sx={{ gap: 3, p: 4, pt: 0 }}>
              {failure !== undefined && <Failure error={failure} />}
              {disabledReason !== undefined && <DisabledReason>{disabledReason}</DisabledReason>}
              <Stack direction="row" sx={buttonsStyle}>
                {buttonsOf(view).map(({ action, look }) => (
                  <ItemAction key={action} action={action} item={item} {...look} size="large" fullWidth />
                ))}
              </Stack>
            </Stack>
          </MuiCard>
        );
      })}
    </Stack>
  );
}

/** An item beside the sign of its queue, where there are several. */
export function Marked({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  if (mark === undefined) return children;
  return (
    <Stack direction="row" sx={{ gap: 3 }}>
      {mark}
      <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
    </Stack>
  );
}

/** Why the viewer cannot decide on an item, unless only the page is not up to date, which it says itself. */
export function lockedReasonOf(item: Actionable): string | undefined {
  const reason = disabledReasonOf(item.actions['approve']);
  return reason === NOT_CURRENT ? undefined : reason;
}

/** Why the viewer cannot decide on an item, and who can. */
export function DisabledReason({ children }: { children: string }) {
  return (
    <Stack direction="row" sx={{ gap: 3, color: 'text.secondary' }}>
      <Lock sx={{ fontSize: 18 }} />
      <Typography variant="caption">{children}</Typography>
    </Stack>
  );
}

/** Beside each other, or below where their words are enlarged. */
const buttonsStyle = { gap: 2, flexWrap: 'wrap', '& > .MuiButton-root': { flex: '1 1 7rem' } };
